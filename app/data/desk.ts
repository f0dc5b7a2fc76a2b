import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { projectOfPage } from "./database";
import { DatabaseFailure } from "./database-failure";
import { callAsSignedIn } from "./signed-in-call";
import type { DeskCommand, DeskFilters, DeskItem, ItemKind } from "~/domain/desk";
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
  /** ISO 8601: when e-mails were last looked for; null for never. */
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
  /** That of a complaint, or the name of the city that a town is. */
  outcome: string | null;
  /** Reviews to take off the site with it. */
  hide: string[];
}

/** What waits, most urgent first, without the first `skip`. Throws an Error with a sentence for the operator. (spec 11) */
export function deskQueue(filters: DeskFilters, skip: number): Promise<DeskQueue | DeskRefusal> {
  return orRefusal(async () => {
    const queue = await callAsSignedIn<DeskQueue>("desk_queue", { ...filters, skip, at_most: 50 });
    return { ...queue, items: queue.items.map(withPhotoUrls) };
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

function withPhotoUrls(item: DeskItem): DeskItem {
  if (item.review === null) return item;
  const { url } = projectOfPage();
  return { ...item, review: { ...item.review, proofUrls: item.review.proofUrls.map((path) => url + path) } };
}
