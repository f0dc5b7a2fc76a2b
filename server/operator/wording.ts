import { REPORT_REASONS, type ReportReason } from "../../app/domain/report.ts";
import { FRESH_MS, STALE_MS } from "../page-cache.ts";
import type { StoredPhoto } from "../photo-moves.ts";

// Rows as the database's operator_… functions answer with them.

export interface ListedReview {
  id: string;
  property_name: string;
  locality: string;
  city: string;
  rating: number;
  display_name: string;
  created_on: string;
  verified: boolean;
  flagged: boolean;
  hidden_at: string | null;
  hidden_because?: string | null;
  withdrawn_on?: string | null;
  excerpt: string;
  reports: { count: number; reasons: Partial<Record<ReportReason, number>>; first_at: string; last_at: string };
}

export interface ReviewList {
  total: number;
  reviews: ListedReview[];
  next: string | null;
}

/** How much of each a sweep found. */
export interface Swept {
  photos: number;
  accounts: number;
  sessions: number;
  events: number;
  /** Reviews that their authors withdrew 30 days ago. */
  withdrawn: number;
}

export interface Author {
  written_at: string;
  email_given: string | null;
  account: { id: string; email: string; created_at: string; last_sign_in_at: string | null } | null;
}

export interface Erasure {
  accounts: number;
  reviews: number;
  reviews_deleted: boolean;
  names: number;
  reports: number;
  grievances: number;
  waitlist: number;
  waiting_mails: number;
  events: number;
  photos: StoredPhoto[];
}

export interface Setting {
  name: string;
  value: number | boolean | string;
  /** What it came with. */
  shipped?: number | boolean | string;
  description?: string;
}

export interface SettingChange {
  name: string;
  from: Setting["value"];
  to: Setting["value"];
}

interface MergedHome {
  property_name: string;
  locality: string;
  city: string;
  review_count: number;
}

export interface Merge {
  from: MergedHome;
  into: MergedHome;
  /** How many went from one to the other, hidden ones among them. */
  reviews: number;
}

export interface AuditLog {
  entries: {
    id: number;
    at: string;
    operator: string;
    command: string;
    subject: string | null;
    reason: string | null;
    details: Record<string, unknown>;
  }[];
  next: number | null;
}

export function flagged({ total, reviews, next }: ReviewList): string {
  if (total === 0) return "No visible review is reported.";
  return page(`${counted(total, "reported review")}, the oldest report first`, reviews, "flagged", next);
}

export function hidden({ total, reviews, next }: ReviewList): string {
  if (total === 0) return "No review is hidden.";
  return page(`${counted(total, "hidden review")}, the most recently hidden first`, reviews, "hidden", next);
}

function page(title: string, reviews: ListedReview[], command: string, next: string | null): string {
  const more = next ? `\n\nMore: npm run admin -- ${command} --after ${next}` : "";
  return `${title}.\n\n${reviews.map(listed).join("\n\n")}${more}`;
}

function listed(review: ListedReview): string {
  const { reports } = review;
  const reasons = Object.entries(reports.reasons).map(([reason, count]) => `${count} × ${reasonLabel(reason)}`);
  return [
    ...heading(review),
    ...(reports.count > 0
      ? [
          `  ${counted(reports.count, "report")}, ${time(reports.first_at)} to ${time(reports.last_at)}: ${reasons.join(", ")}`,
        ]
      : ["  No report."]),
    `  "${review.excerpt}"`,
  ].join("\n");
}

export function heading(review: Omit<ListedReview, "excerpt" | "reports">): string[] {
  const { id, property_name, locality, city, rating, display_name, created_on } = review;
  const marks = [...(review.verified ? ["with photos"] : []), ...(review.flagged ? ["flagged"] : [])];
  return [
    id,
    `  ${property_name}, ${locality}, ${city} · ${rating} of 5 · by ${display_name} on ${created_on}`,
    ...(marks.length > 0 ? [`  ${marks.join(" · ")}`] : []),
    ...(review.hidden_at
      ? [`  hidden since ${time(review.hidden_at)}${review.hidden_because ? `: ${review.hidden_because}` : ""}`]
      : []),
    ...(review.withdrawn_on ? [`  withdrawn by its author on ${review.withdrawn_on}`] : []),
  ];
}

export function hide(wasHidden: boolean, photos: number): string {
  const done = wasHidden
    ? "The review was hidden already."
    : `The review is hidden. Pages that are kept show it for up to ${(FRESH_MS + STALE_MS) / 1000} seconds.`;
  return photos === 0 ? done : `${done} ${counted(photos, "photo")} moved out of sight; a CDN may have to be purged.`;
}

export function merge({ from, into, reviews }: Merge): string {
  return `${named(from)} is merged into ${named(into)} with ${counted(reviews, "review")}: it shows ${into.review_count} now, and the other page leads there.`;
}

export function unmerge({ from, into, reviews }: Merge): string {
  return `${named(from)} is a home of its own again, with ${counted(reviews, "review")}; ${named(into)} shows ${into.review_count} now.`;
}

function named({ property_name, locality, city }: MergedHome): string {
  return `${property_name}, ${locality}, ${city},`;
}

export function author({ written_at, email_given, account }: Author): string {
  return [
    `Written on ${time(written_at)}.`,
    account
      ? `Account ${account.id}: ${account.email}, since ${time(account.created_at)}, last log-in ${account.last_sign_in_at ? time(account.last_sign_in_at) : "unknown"}.`
      : "The account is gone, or there was none.",
    email_given ? `E-mail given with the review: ${email_given}` : "No e-mail was given with the review.",
  ].join("\n");
}

export function aboutEmail(about: Record<string, unknown>): string {
  const isEmpty = Object.values(about).every((kept) => kept === null || (Array.isArray(kept) && kept.length === 0));
  return isEmpty ? "Nothing is kept about this e-mail." : JSON.stringify(about, null, 2);
}

export function erasure(erased: Erasure): string {
  const gone = [
    ...(erased.accounts > 0 ? [counted(erased.accounts, "account")] : []),
    ...(erased.reviews_deleted && erased.reviews > 0 ? [counted(erased.reviews, "review")] : []),
    ...(erased.photos.length > 0 ? [counted(erased.photos.length, "photo")] : []),
    ...(erased.names > 0 ? [`the name on ${counted(erased.names, "review")} of others`] : []),
    ...(erased.reports > 0 ? [`the e-mail of ${counted(erased.reports, "report")}`] : []),
    ...(erased.grievances > 0 ? [`the e-mail of ${counted(erased.grievances, "complaint")}`] : []),
    ...(erased.waitlist > 0 ? ["the entry in the waitlist"] : []),
    ...(erased.waiting_mails > 0
      ? [counted(erased.waiting_mails, "e-mail that was not sent yet", "e-mails that were not sent yet")]
      : []),
    ...(erased.events > 0 ? [counted(erased.events, "more event", "more events")] : []),
  ];
  const stay =
    !erased.reviews_deleted && erased.reviews > 0 ? ` ${counted(erased.reviews, "review")} stay without a name.` : "";
  return `Erased: ${gone.join(", ")}.${stay} Backups hold it until they are replaced.`;
}

export function settings(list: Setting[]): string {
  if (list.length === 0) return "This database has no settings that you may change.";
  const width = Math.max(...list.map(({ name }) => name.length));
  const room = Math.max(...list.map(({ value }) => String(value).length));
  return list
    .map(({ name, value, shipped, description }) => {
      const came = shipped !== undefined && shipped !== value ? ` It came as ${shipped}.` : "";
      return `${name.padEnd(width)}  ${String(value).padStart(room)}  ${description ?? ""}${came}`.trimEnd();
    })
    .join("\n");
}

export function settingChange({ name, from, to }: SettingChange): string {
  return from === to
    ? `${name} was ${to} already.`
    : `${name} is now ${to}; it was ${from}. A running server reads it within a minute.`;
}

export function auditLog({ entries, next }: AuditLog): string {
  if (entries.length === 0) return "The audit log is empty.";
  const lines = entries.map(({ id, at, operator, command, subject, reason, details }) =>
    [
      `${id}  ${time(at)}  ${operator}: ${command}${subject ? ` ${subject}` : ""}`,
      ...(reason ? [reason] : []),
      ...(Object.keys(details).length > 0 ? [JSON.stringify(details)] : []),
    ].join("\n      "),
  );
  return `${lines.join("\n")}${next ? `\n\nMore: npm run admin -- audit --before ${next}` : ""}`;
}

export function sweep({ photos, accounts, sessions, events, withdrawn }: Swept): string {
  const lines = [
    [photos, `${counted(photos, "photo")} that no review shows deleted.`],
    [accounts, `${counted(accounts, "account")} deleted that nobody confirmed.`],
    [sessions, `${counted(sessions, "session")} deleted that nobody used.`],
    [events, `${counted(events, "old account event")} deleted.`],
    [withdrawn, `${counted(withdrawn, "review")} erased that their authors had withdrawn.`],
  ] as const;
  return lines.flatMap(([count, line]) => (count > 0 ? line : [])).join("\n") || "There was nothing to sweep.";
}

export function reasonLabel(reason: string): string {
  return REPORT_REASONS[reason as ReportReason] ?? reason;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const CLOCK = new Intl.DateTimeFormat("en-IN", { timeZone: "Asia/Kolkata", dateStyle: "medium", timeStyle: "short" });

/** On India's clock. */
export function time(iso: string): string {
  return CLOCK.format(new Date(iso));
}
