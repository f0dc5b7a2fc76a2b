import {
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  MANAGEMENT_RESPONSE_TIMES,
} from "../../app/domain/enumerations.ts";
import type { ReportReason } from "../../app/domain/report.ts";
import { type ListedReview, counted, heading, reasonLabel, time } from "./wording.ts";

// Rows as the database's functions for the desk answer with them.

interface WholeReview {
  id: string;
  property_name: string;
  locality: string | null;
  city: string;
  rating: number;
  review_text: string;
  display_name: string;
  property_type: string | null;
  duration: string | null;
  move_in_date: string | null;
  would_recommend: boolean | null;
  move_out_intent: boolean | null;
  how_issues_reported: string | null;
  issue_resolution_status: string | null;
  management_response_time: string | null;
  reported_issues: { description: string; severity?: string | null }[] | null;
  proof_urls: string[] | null;
  follow_ups: { text: string; created_on: string }[];
  reply: { text: string; created_on: string } | null;
  home: { review_count: number };
}

interface Decided {
  at: string;
  operator: string;
  command: string;
  reason: string | null;
  clause: string | null;
}

export interface ShownReview extends Omit<ListedReview, "excerpt" | "reports"> {
  whole: WholeReview;
  reports: { at: string; reason: ReportReason; reporter_email: string | null }[];
  history: Decided[];
}

interface Item {
  kind: "review" | "reply" | "grievance";
  id: string;
  due_at: string;
  reasons: string[];
  review: WholeReview | null;
  reply?: { text: string; written_as: string };
  grievance?: { ticket: string; writer: string; page: string; words: string; acknowledged_at: string | null };
}

export interface Queue {
  total: number;
  overdue: number;
  items: Item[];
}

export interface NamedOperator {
  email: string;
  name: string;
  added_at: string;
}

export function queue({ total, overdue, items }: Queue): string {
  if (total === 0) return "Nothing waits.";
  const more = total > items.length ? `\n\n${total - items.length} more: decide on these first, or give --limit.` : "";
  const late = overdue > 0 ? ` ${overdue} overdue.` : "";
  return `${counted(total, "thing waits", "things wait")}, the most urgent first.${late}\n\n${items.map(waiting).join("\n\n")}${more}`;
}

function waiting({ kind, id, due_at, reasons, review, reply, grievance }: Item): string {
  const reported = reasons.length > 0 ? ` · ${reasons.map(reasonLabel).join(", ")}` : "";
  return [
    id,
    `  ${kind}, to decide by ${time(due_at)}${reported}`,
    ...(grievance
      ? [
          `  ${grievance.ticket} from ${grievance.writer} about ${grievance.page}${grievance.acknowledged_at ? "" : ", not acknowledged"}`,
        ]
      : []),
    ...(review ? [`  ${placeOf(review)} · ${review.rating} of 5`] : []),
    `  "${excerpt(grievance?.words ?? reply?.text ?? review?.review_text ?? "")}"`,
  ].join("\n");
}

export function operators(list: NamedOperator[]): string {
  if (list.length === 0) return "Nobody may work at the desk. Add an account: operators add <e-mail>.";
  return list.map(({ email, name, added_at }) => `${name}: ${email}, since ${time(added_at)}`).join("\n");
}

export function wholeReview(shown: ShownReview): string {
  const { whole } = shown;
  return [
    ...heading(shown),
    `  its home: ${counted(whole.home.review_count, "review")} on the site`,
    ...factsOf(whole).map((fact) => `  ${fact}`),
    "",
    whole.review_text,
    ...whole.follow_ups.flatMap(({ text, created_on }) => ["", `Added on ${created_on}:`, text]),
    ...section(
      "Issues:",
      (whole.reported_issues ?? []).map(
        (issue) => `  ${issue.description}${issue.severity ? ` (${issue.severity})` : ""}`,
      ),
    ),
    ...section(
      "Photos:",
      (whole.proof_urls ?? []).map((path) => `  ${path}`),
    ),
    ...section("Reply from the owner or manager:", whole.reply ? [`  ${whole.reply.text}`] : []),
    "",
    shown.reports.length > 0 ? "Reports:" : "No reports.",
    ...shown.reports.map(
      ({ at, reason, reporter_email }) =>
        `  ${time(at)}  ${reasonLabel(reason)}${reporter_email ? ` (${reporter_email})` : ""}`,
    ),
    ...section("What was done:", shown.history.map(done)),
  ].join("\n");
}

function section(title: string, lines: string[]): string[] {
  return lines.length > 0 ? ["", title, ...lines] : [];
}

function done({ at, operator, command, reason, clause }: Decided): string {
  return `  ${time(at)}  ${command} by ${operator}${clause ? `, clause ${clause}` : ""}${reason ? `: ${reason}` : ""}`;
}

function factsOf(review: WholeReview): string[] {
  const tenancy = [
    review.property_type,
    review.duration,
    review.move_in_date && `moved in ${review.move_in_date.slice(0, 7)}`,
  ];
  const answers = [
    review.would_recommend !== null && (review.would_recommend ? "would recommend" : "would not recommend"),
    review.move_out_intent !== null && (review.move_out_intent ? "intends to move out" : "intends to stay"),
    labelled("issues reported", HOW_ISSUES_REPORTED, review.how_issues_reported),
    labelled("resolution", ISSUE_RESOLUTION_STATUSES, review.issue_resolution_status),
    labelled("management response", MANAGEMENT_RESPONSE_TIMES, review.management_response_time),
  ];
  return [tenancy, answers].map((facts) => facts.filter(Boolean).join(" · ")).filter(Boolean);
}

function labelled(what: string, labels: Record<string, string>, key: string | null): string | false {
  return key !== null && `${what}: ${labels[key] ?? key}`;
}

function placeOf({ property_name, locality, city }: WholeReview): string {
  return [property_name, locality, city].filter(Boolean).join(", ");
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
