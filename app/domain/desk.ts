import type { GrievanceGround, GrievanceOutcome, GrievanceWriter } from "./grievance";
import { groupBy } from "./group-by";
import { KEPT_CLAUSE, POLICY_CLAUSES, type PolicyClause } from "./policy-clauses";
import type { PropertyName } from "./property-group";
import type { ReplyState, ReplyWriter } from "./reply";
import type { ReportReason } from "./report-reasons";
import type { Review } from "./review";

/** The lists of the desk. Keys must match public.desk_queue in the database. (spec 11) */
export const ITEM_KINDS = {
  review: "Reported reviews",
  reply: "Replies",
  grievance: "Complaints",
  burst: "Bursts",
  city: "Towns",
  hidden: "Hidden reviews",
  uncounted: "Bursts that are not counted",
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
  | "check-burst"
  | "genuine-burst"
  | "uncount-burst"
  | "count-review"
  | "accept-city"
  | "refuse-city";

interface DeskReport {
  /** ISO 8601 */
  at: string;
  reason: ReportReason;
  /** A pseudonym of the email that the reporter left. Null without an email, and for all reports of replies. */
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

/** Why a sweep found a burst: counts of its reviews. Must match private.bursts in the database. */
export interface BurstSignals {
  days: number;
  reviews: number;
  /** Reviews in as many days at the usual rate of the home. */
  expected: number;
  newAccounts: number;
  firstReviews: number;
  equalStars: number;
  /** Whether their stars differ from the earlier ones of the home. */
  areStarsUnlike: boolean;
  equalAnswers: number;
  nearTexts: number;
}

type ShownReview = Review & { home: { count: number; totalRating: number }; isCounted: boolean };

/** An item of the desk as operators see it: of an author only the display name, of a reporter only a pseudonym. */
export interface DeskItem {
  kind: ItemKind;
  id: string;
  /** ISO 8601: when the decision is due; null for hidden and uncounted reviews and for towns, which are never due. */
  dueAt: string | null;
  /** The reasons of reports, or the ground of a grievance. */
  reasons: string[];
  /** The review that the item, its reply or its grievance is about; null for a burst, a town, and a grievance about another page. */
  review: ShownReview | null;
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
    /** The ground is nudity, and the photos of the review are hidden until the decision. */
    arePhotosWithheld: boolean;
  } | null;
  /** Several reviews of a home within days that may come from one person. */
  burst: {
    state: "open" | "checking" | "genuine" | "uncounted";
    foundOn: string;
    signals: BurstSignals;
    /** The number of its visible reviews. */
    size: number;
    home: PropertyName;
    /** Oldest first, at most 100. `isGenuine`: counts whatever the burst is. */
    reviews: (ShownReview & { isGenuine: boolean })[];
  } | null;
  /** A city that visitors typed and that is not listed, with its newest homes. */
  town: { name: string; homeCount: number; homes: PropertyName[] } | null;
  reports: DeskReport[];
  history: DeskEntry[];
}

/** Filters of the queue; "" matches every item. */
export interface DeskFilters {
  kind: ItemKind | "";
  city: string;
  reason: string;
  reporter: string;
}

export const NO_FILTERS: DeskFilters = { kind: "", city: "", reason: "", reporter: "" };

const KEEPING: ReadonlySet<DeskCommand> = new Set([
  ...(["clear-flag", "unhide", "approve-reply"] as const),
  ...(["check-burst", "genuine-burst", "count-review"] as const),
]);

/** Returns whether a decision leaves or puts a text on the site. Such a decision names KEPT_CLAUSE. */
function keeps(command: DeskCommand, outcome: GrievanceOutcome | null): boolean {
  return KEEPING.has(command) || outcome === "refused";
}

/**
 * Returns the clauses that a decision can name. `isOfObjection`: of a grievance about a review that is hidden or not counted, which an
 * operator agrees with because the review breaks no rule.
 */
export function clausesFor(
  command: DeskCommand,
  outcome: GrievanceOutcome | null,
  isOfObjection = false,
): PolicyClause[] {
  const all = Object.keys(POLICY_CLAUSES) as PolicyClause[];
  if (keeps(command, outcome)) return [KEPT_CLAUSE];
  if (isOfObjection) return all;
  return all.filter((clause) => clause !== KEPT_CLAUSE && (command === "refuse-reply" || !clause.startsWith("4.")));
}

/** Returns whether an item is a grievance about a review that is hidden or not counted: its author probably objects. */
export function isObjection({ kind, review, isReviewShown }: DeskItem): boolean {
  return kind === "grievance" && review !== null && (!isReviewShown || !review.isCounted);
}

/**
 * Returns the clause that probably fits the decision: by the ground of the grievance, or by the most frequent reason of the
 * reports; 2.1 for a burst, 4.2 for a reply without reports.
 */
export function likelyClause(item: DeskItem, command: DeskCommand, outcome: GrievanceOutcome | null): PolicyClause {
  if (keeps(command, outcome) || isObjection(item)) return KEPT_CLAUSE;
  if (command === "uncount-burst") return "2.1";
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
  nudity: "3.1",
  threat: "2.3",
  impersonation: "1.2",
  copyright: "2.5",
  order: "2.6",
  other: "2.6",
} as const satisfies Record<GrievanceGround, PolicyClause>;
