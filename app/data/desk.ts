import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { projectOfPage } from "./database";
import { DatabaseFailure } from "./database-failure";
import { callAsSignedIn } from "./signed-in-call";
import type { DeskCommand, DeskFilters, DeskItem, ItemKind } from "~/domain/desk";
import type { PolicyClause } from "~/domain/policy-clauses";

// The calls of operators. The database checks the caller. For the browser only. Responses are not validated: zod would weigh more than the
// page.

/** The status for accounts that are not operators. */
const FORBIDDEN = 403;
/** The status for an operator who logged in too long ago, without a second factor. Must match private.current_operator in the database. */
const LOGIN_TOO_OLD = 428;

/** A page of the queue. */
export interface DeskQueue {
  /** The operator's name in the log. */
  operator: string;
  total: number;
  overdue: number;
  /** ISO 8601: when the worker last looked for emails; null for never. */
  workerAt: string | null;
  kinds: Partial<Record<ItemKind, number>>;
  cities: string[];
  reasons: Record<string, number>;
  /** Reporters of several open items. */
  reporters: { reporter: string; count: number }[];
  items: DeskItem[];
}

export type DeskRefusal = "no-operator" | "login-too-old";

export interface Decision {
  subjects: string[];
  command: DeskCommand;
  clause: PolicyClause;
  sentence: string;
  /** The outcome of a grievance, the city that a town belongs to, or the number of reviews of a burst that the operator saw. */
  outcome: string | null;
  /** Ids of reviews to hide in the same transaction, with the same clause and sentence. */
  hide: string[];
}

/**
 * Returns up to 50 items of the queue after the first `skip`, most urgent first. Throws an Error with a message for the operator. (spec 11)
 */
export function deskQueue(filters: DeskFilters, skip: number): Promise<DeskQueue | DeskRefusal> {
  return orRefusal(async () => {
    const queue = await callAsSignedIn<DeskQueue>("desk_queue", { ...filters, skip, at_most: 50 });
    return { ...queue, items: queue.items.map(withPhotoUrls) };
  });
}

/** Decides on all subjects or on none. Returns the ids of the decisions, for undoDecisions. Throws as `deskQueue` does. */
export function decide(decision: Decision): Promise<number[] | DeskRefusal> {
  return orRefusal(async () => {
    const decisions = await callAsSignedIn<number[]>("desk_decide", { ...decision });
    setCacheBypassCookie();
    return decisions;
  });
}

/** Undoes the operator's own decisions, each within a minute after it was made. Throws as `deskQueue` does. */
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

function withPhotoUrls(item: DeskItem): DeskItem {
  const { url } = projectOfPage();
  const withUrls = <Shown extends { proofUrls: string[] }>(review: Shown): Shown => ({
    ...review,
    proofUrls: review.proofUrls.map((path) => url + path),
  });
  const { review, burst } = item;
  return {
    ...item,
    review: review && withUrls(review),
    burst: burst && { ...burst, reviews: burst.reviews.map(withUrls) },
  };
}
