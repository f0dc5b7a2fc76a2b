import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { camelCased } from "./camel-cased";
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

export type DeskRefusal = "no-operator" | "login-too-old";

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
    const { items, ...queue } = await callAsSignedIn<{ items: ItemRow[] }>("desk_queue", {
      ...filters,
      skip,
      at_most: 50,
    });
    return { ...camelCased<Omit<DeskQueue, "items">>(queue), items: items.map(toItem) };
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

interface ItemRow {
  review: ReviewRow | null;
}

/** What an item has nothing of is left out of its row. */
const NOTHING_MORE = { isReviewShown: true, reply: null, grievance: null, reports: [] };

function toItem({ review, ...item }: ItemRow): DeskItem {
  const facts = camelCased<Omit<DeskItem, "review" | keyof typeof NOTHING_MORE>>(item);
  return { ...NOTHING_MORE, ...facts, review: review && toDeskReview(review) };
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
