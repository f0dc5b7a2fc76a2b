import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { projectOfPage } from "./database";
import { DatabaseFailure } from "./database-failure";
import { reviewFields } from "./review-row";
import { callAsSignedIn } from "./signed-in-call";
import type { DeskCommand, DeskFilters, DeskItem, ItemKind } from "~/domain/desk";
import type { GrievanceOutcome } from "~/domain/grievance";
import type { PolicyClause } from "~/domain/policy-clauses";

// What operators ask and decide. The database checks who they are. For the browser only; an answer is not checked with zod, whose
// code would weigh more than the page.

/** Not an operator. */
const FORBIDDEN = 403;
/** Must match private.current_operator in the database. */
const LOGIN_TOO_OLD = 428;

/** A page of the queue. */
export interface DeskQueue {
  /** Their name in the log. */
  operator: string;
  total: number;
  overdue: number;
  /** ISO 8601: when letters were last looked for; null for never. */
  workerAt: string | null;
  kinds: Partial<Record<ItemKind, number>>;
  cities: string[];
  reasons: Record<string, number>;
  /** Who reported several things that wait. */
  reporters: { reporter: string; count: number }[];
  items: DeskItem[];
}

export type DeskRefusal = "session-expired" | "no-operator" | "login-too-old";

export interface Decision {
  subjects: string[];
  command: DeskCommand;
  clause: PolicyClause;
  sentence: string;
  outcome: GrievanceOutcome | null;
  /** Reviews to take off the site with it. */
  hide: string[];
}

/** What waits, most urgent first, without the first `skip`. Throws an Error with a sentence for the operator. (spec 11) */
export function deskQueue(filters: DeskFilters, skip: number): Promise<DeskQueue | DeskRefusal> {
  return orRefusal(async () => {
    const queue = await callAsSignedIn<QueueRow>("desk_queue", { ...filters, skip, at_most: 50 });
    if (queue === "session-expired") return queue;
    const { worker_at: workerAt, items, ...rest } = queue;
    return { ...rest, workerAt, items: items.map(toItem) };
  });
}

/** Decides on all of them or on none. Resolves to what undoes it. Throws as `deskQueue` does. */
export function decide(decision: Decision): Promise<number[] | DeskRefusal> {
  return orRefusal(async () => {
    const decisions = await callAsSignedIn<number[]>("desk_decide", { ...decision });
    setCacheBypassCookie();
    return decisions;
  });
}

/** Takes decisions back, within a minute. Throws as `deskQueue` does. */
export function undoDecisions(decisions: number[]): Promise<boolean | DeskRefusal> {
  return orRefusal(async () => {
    const isUndone = await callAsSignedIn<boolean>("desk_undo", { decisions });
    setCacheBypassCookie();
    return isUndone;
  });
}

async function orRefusal<Answer>(call: () => Promise<Answer>): Promise<Answer | DeskRefusal> {
  try {
    return await call();
  } catch (failure) {
    if (failure instanceof DatabaseFailure && failure.status === FORBIDDEN) return "no-operator";
    if (failure instanceof DatabaseFailure && failure.status === LOGIN_TOO_OLD) return "login-too-old";
    throw failure;
  }
}

interface ReviewRow {
  [column: string]: unknown;
  proof_urls: string[] | null;
  reported_issues: { id?: string; description: string; severity?: string | null }[] | null;
  follow_ups: { text: string; created_on: string }[];
  reply: { text: string; created_on: string } | null;
  home: { review_count: number; rating_total: number };
}

interface ItemRow extends Pick<DeskItem, "kind" | "id" | "reasons" | "history"> {
  due_at: string | null;
  review: ReviewRow | null;
  is_review_shown?: boolean;
  reply?: { text: string; written_as: "owner" | "manager"; created_on: string; state: "waiting" | "shown" | "refused" };
  grievance?: Omit<NonNullable<DeskItem["grievance"]>, "acknowledgeBy" | "decideBy" | "acknowledgedAt"> & {
    acknowledge_by: string;
    decide_by: string;
    acknowledged_at: string | null;
  };
  reports?: DeskItem["reports"];
}

interface QueueRow extends Omit<DeskQueue, "items" | "workerAt"> {
  worker_at: string | null;
  items: ItemRow[];
}

function toItem({ due_at, review, is_review_shown, reply, grievance, reports, ...item }: ItemRow): DeskItem {
  return {
    ...item,
    dueAt: due_at,
    review: review && toDeskReview(review),
    isReviewShown: is_review_shown ?? true,
    reply: reply
      ? { text: reply.text, writtenAs: reply.written_as, createdOn: reply.created_on, state: reply.state }
      : null,
    grievance: grievance ? toGrievance(grievance) : null,
    reports: reports ?? [],
  };
}

function toGrievance(row: NonNullable<ItemRow["grievance"]>): DeskItem["grievance"] {
  const { acknowledge_by, decide_by, acknowledged_at, ...grievance } = row;
  return { ...grievance, acknowledgeBy: acknowledge_by, decideBy: decide_by, acknowledgedAt: acknowledged_at };
}

function toDeskReview(row: ReviewRow): NonNullable<DeskItem["review"]> {
  const { proof_urls, reported_issues, follow_ups, reply, home } = row;
  const { url } = projectOfPage();
  return {
    ...(reviewFields(row) as unknown as NonNullable<DeskItem["review"]>),
    proofUrls: (proof_urls ?? []).map((path) => url + path),
    reportedIssues: (reported_issues ?? []).map((issue, index) => ({
      id: issue.id ?? String(index),
      description: issue.description,
      severity: issue.severity ?? null,
    })),
    followUps: follow_ups.map(({ text, created_on }) => ({ text, addedOn: created_on })),
    reply: reply && { text: reply.text, createdOn: reply.created_on },
    home: { count: home.review_count, totalRating: home.rating_total },
  };
}
