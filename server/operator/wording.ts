// Rows as the database's operator_… functions answer with them.

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
  photos: number;
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

export interface NamedOperator {
  email: string;
  name: string;
  added_at: string;
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

export function merge({ from, into, reviews }: Merge): string {
  return `${named(from)} is merged into ${named(into)} with ${counted(reviews, "review")}: it shows ${into.review_count} now, and the other page leads there.`;
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
    ...(erased.photos > 0 ? [counted(erased.photos, "photo")] : []),
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

export function operators(list: NamedOperator[]): string {
  if (list.length === 0) return "Nobody may work at the desk. Add an account: operators add <e-mail>.";
  return list.map(({ email, name, added_at }) => `${name}: ${email}, since ${time(added_at)}`).join("\n");
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

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const CLOCK = new Intl.DateTimeFormat("en-IN", { timeZone: "Asia/Kolkata", dateStyle: "medium", timeStyle: "short" });

/** On India's clock. */
function time(iso: string): string {
  return CLOCK.format(new Date(iso));
}
