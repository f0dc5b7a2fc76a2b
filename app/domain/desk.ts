import type { GrievanceGround, GrievanceOutcome, GrievanceWriter } from "./grievance";
import { groupBy } from "./group-by";
import { KEPT_CLAUSE, POLICY_CLAUSES, type PolicyClause } from "./policy-clauses";
import type { PropertyName } from "./property-group";
import type { ReplyState, ReplyWriter } from "./reply";
import type { ReportReason } from "./report";
import type { Review } from "./review";

/** What the desk lists: what waits, and what was hidden. The keys are those of public.desk_queue in the database. (spec 11) */
export const ITEM_KINDS = {
  review: "Reported reviews",
  reply: "Replies",
  grievance: "Complaints",
  city: "Towns",
  hidden: "Hidden reviews",
} as const;
export type ItemKind = keyof typeof ITEM_KINDS;

/** The commands of private.decide in the database. */
export type DeskCommand =
  | "hide"
  | "unhide"
  | "clear-flag"
  | "approve-reply"
  | "refuse-reply"
  | "acknowledge-grievance"
  | "decide-grievance"
  | "accept-city"
  | "refuse-city";

interface DeskReport {
  /** ISO 8601 */
  at: string;
  reason: ReportReason;
  /** Stands for the e-mail that the reporter left; null where none was. */
  reporter: string | null;
}

interface DeskEntry {
  /** ISO 8601 */
  at: string;
  operator: string;
  command: string;
  reason: string | null;
  clause: string | null;
}

/** All that an operator sees of what waits: neither who wrote it nor who reported it. */
export interface DeskItem {
  kind: ItemKind;
  id: string;
  /** ISO 8601: the clock that runs; null for a hidden review and a town, which have none. */
  dueAt: string | null;
  /** Of reports, or the ground of a complaint. */
  reasons: string[];
  /** What it is about; null for a town, and for a complaint about another page. */
  review: (Review & { home: { count: number; totalRating: number } }) | null;
  /** Whether readers see the review. */
  isReviewShown: boolean;
  reply: { text: string; writtenAs: ReplyWriter; createdOn: string; state: ReplyState } | null;
  grievance: {
    ticket: string;
    writer: GrievanceWriter;
    ground: GrievanceGround;
    page: string;
    words: string;
    acknowledgeBy: string;
    decideBy: string;
    acknowledgedAt: string | null;
  } | null;
  /** What visitors typed as a city that is not listed, with its newest homes. */
  town: { name: string; homeCount: number; homes: PropertyName[] } | null;
  reports: DeskReport[];
  history: DeskEntry[];
}

/** What the queue is narrowed to; empty for everything. */
export interface DeskFilters {
  kind: ItemKind | "";
  city: string;
  reason: string;
  reporter: string;
}

export const NO_FILTERS: DeskFilters = { kind: "", city: "", reason: "", reporter: "" };

/** Whether a decision finds that a text keeps the rules: it then names the clause that says so. */
function keeps(command: DeskCommand, outcome: GrievanceOutcome | null): boolean {
  return command === "clear-flag" || command === "unhide" || command === "approve-reply" || outcome === "refused";
}

/** The clauses that a decision can name. */
export function clausesFor(command: DeskCommand, outcome: GrievanceOutcome | null): PolicyClause[] {
  const all = Object.keys(POLICY_CLAUSES) as PolicyClause[];
  if (keeps(command, outcome)) return [KEPT_CLAUSE];
  return all.filter((clause) => clause !== KEPT_CLAUSE && (command === "refuse-reply" || !clause.startsWith("4.")));
}

/** The clause that a decision most likely names, from what was reported most. */
export function likelyClause(item: DeskItem, command: DeskCommand, outcome: GrievanceOutcome | null): PolicyClause {
  if (keeps(command, outcome)) return KEPT_CLAUSE;
  if (item.kind === "grievance") return CLAUSES_OF_GROUNDS[item.grievance?.ground ?? "other"];
  if (item.kind === "reply" && item.reports.length === 0) return "4.2";
  const counts = groupBy(item.reports, ({ reason }) => reason);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most ? CLAUSES_OF_REASONS[most[0]] : "2.3";
}

const CLAUSES_OF_REASONS = {
  fake: "1.2",
  offensive: "2.3",
  unrelated: "1.1",
  spam: "1.4",
} as const satisfies Record<ReportReason, PolicyClause>;

const CLAUSES_OF_GROUNDS = {
  untrue: "1.3",
  "private-data": "2.2",
  threat: "2.3",
  copyright: "2.5",
  order: "2.6",
  other: "2.6",
} as const satisfies Record<GrievanceGround, PolicyClause>;
