import { durationInWords } from "~/domain/duration";
import type { BurstSignals, DeskCommand, DeskItem, ItemKind } from "~/domain/desk";
import { GRIEVANCE_GROUNDS, type GrievanceOutcome } from "~/domain/grievance";
import { isKeyOf } from "~/domain/enumerations";
import type { PolicyClause } from "~/domain/policy-clauses";
import { REPORT_REASONS } from "~/domain/report-reasons";
import type { DeskRefusal } from "~/data/desk";

export const KIND_NAMES = {
  review: "Reported review",
  reply: "Reply",
  grievance: "Complaint",
  burst: "Burst of reviews",
  city: "Town that is not listed",
  hidden: "Hidden review",
  uncounted: "Reviews that are not counted",
} satisfies Record<ItemKind, string>;

/** A decision, and the keyboard key that selects it. */
export interface Choice {
  key: string;
  label: string;
  command: DeskCommand;
  outcome: GrievanceOutcome | null;
  isDanger?: boolean;
  /** Whether the decision is made without a dialog. */
  isImmediate?: boolean;
}

export const SHOW_AGAIN: Choice = { key: "a", label: "Show again", command: "unhide", outcome: null };

export const CHOICES = {
  review: [
    { key: "h", label: "Hide", command: "hide", outcome: null, isDanger: true },
    { key: "c", label: "Clear", command: "clear-flag", outcome: null },
  ],
  reply: [
    { key: "a", label: "Approve", command: "approve-reply", outcome: null },
    { key: "r", label: "Refuse", command: "refuse-reply", outcome: null, isDanger: true },
  ],
  grievance: [
    { key: "a", label: "Acknowledge", command: "acknowledge-grievance", outcome: null },
    { key: "h", label: "Agree", command: "decide-grievance", outcome: "upheld", isDanger: true },
    { key: "p", label: "Agree in part", command: "decide-grievance", outcome: "partly", isDanger: true },
    { key: "r", label: "Do not agree", command: "decide-grievance", outcome: "refused" },
  ],
  city: [
    { key: "a", label: "Accept", command: "accept-city", outcome: null, isImmediate: true },
    { key: "m", label: "The same as …", command: "accept-city", outcome: null },
    { key: "r", label: "Leave as text", command: "refuse-city", outcome: null, isImmediate: true },
  ],
  burst: [
    { key: "g", label: "Genuine", command: "genuine-burst", outcome: null },
    { key: "c", label: "Tell readers we check", command: "check-burst", outcome: null },
    { key: "n", label: "Do not count", command: "uncount-burst", outcome: null, isDanger: true },
  ],
  hidden: [SHOW_AGAIN],
  uncounted: [{ key: "a", label: "Count all again", command: "genuine-burst", outcome: null }],
} satisfies Record<ItemKind, Choice[]>;

/** Counts a single review, whatever its burst is. */
export const COUNT_REVIEW: Choice = { key: "", label: "Count this review", command: "count-review", outcome: null };

/** The dialog's title, and the message after the decision. */
export const DECISIONS = {
  hide: { title: "Take this review off the site", done: "Hidden" },
  unhide: { title: "Show this review again", done: "Shown again" },
  "clear-flag": { title: "Leave this review on the site", done: "Cleared" },
  "approve-reply": { title: "Show this reply", done: "Approved" },
  "refuse-reply": { title: "Do not show this reply", done: "Refused" },
  "acknowledge-grievance": { title: "Acknowledge this complaint", done: "Acknowledged" },
  "decide-grievance": { title: "Decide this complaint", done: "Decided" },
  "check-burst": { title: "Tell readers that we are checking these reviews", done: "Readers see it" },
  "genuine-burst": { title: "Count these reviews", done: "Counted" },
  "uncount-burst": { title: "Do not count these reviews", done: "Not counted" },
  "count-review": { title: "Count this review", done: "Counted" },
  "accept-city": { title: "This town is the same as", done: "Accepted" },
  "refuse-city": { title: "Leave this town as text", done: "Left as text" },
} satisfies Record<DeskCommand, { title: string; done: string }>;

/** The default sentence of each clause, which the operator can edit. The author and the reporter receive the sentence. */
const SENTENCES = {
  "1.1": "It is not about a home in India that its author rented.",
  "1.2": "It is not its author's own experience.",
  "1.3": "Its account of what happened has been proved wrong.",
  "1.4": "The same stay has already been reviewed.",
  "2.1": "It was written for money or a favour, or about its author's own or a competitor's property.",
  "2.2": "It names or shows a private person.",
  "2.3": "It insults, threatens or shows contempt for someone.",
  "2.4": "It accuses someone of a crime that no court has found.",
  "2.5": "It advertises something or copies a text.",
  "2.6": "It is against the law, or a court or the government has ordered it to be taken off.",
  "3.1": "A photo shows something that photos may not show.",
  "4.1": "It does not answer the review as the owner or manager of the home.",
  "4.2": "It names, describes or guesses at the tenant, or puts pressure on someone.",
  "5.1": "We have read it, and it follows the rules.",
} satisfies Record<PolicyClause, string>;

/** The default sentence of decisions on bursts, whichever clause they name. */
const BURST_SENTENCES: Partial<Record<DeskCommand, string>> = {
  "check-burst": "Several reviews came within days, and we are checking whether different tenants wrote them.",
  "genuine-burst": "We have looked at these reviews and found no sign that one person arranged them.",
  "uncount-burst": "Several signs say that one person arranged these reviews.",
  "count-review": "We have looked at this review again, and it is a tenant's own.",
};

export function defaultSentence(command: DeskCommand, clause: PolicyClause): string {
  return BURST_SENTENCES[command] ?? SENTENCES[clause];
}

/** Returns the signals of a burst in words, each with its share. */
export function signalsInWords(signals: BurstSignals): string[] {
  const { days, reviews, expected } = signals;
  const share = (count: number, words: string) => (count > 0 ? [`${count} of ${reviews} ${words}`] : []);
  return [
    `${reviews} reviews in ${days} days; this home usually gets ${expected.toLocaleString("en-IN")} in that time`,
    ...share(signals.newAccounts, "from accounts that were younger than two days"),
    ...share(signals.firstReviews, "from accounts that had not reviewed any home before"),
    ...share(signals.equalStars, "with the same number of stars"),
    ...(signals.areStarsUnlike ? ["their stars are unlike the earlier ones of this home"] : []),
    ...share(signals.equalAnswers, "with the same answers as another"),
    ...share(signals.nearTexts, "with nearly the same text as another"),
  ];
}

export const REFUSALS = {
  "no-operator": "This page is for the operators of this site. Your account is not one of them.",
  "login-too-old": "You logged in a while ago. Please log in again to work at the desk.",
} satisfies Record<DeskRefusal, string>;

export const UNDONE = "Undone.";

export function reasonName(reason: string): string {
  if (isKeyOf(REPORT_REASONS, reason)) return REPORT_REASONS[reason];
  return isKeyOf(GRIEVANCE_GROUNDS, reason) ? GRIEVANCE_GROUNDS[reason] : reason;
}

/** Describes an item in one line. */
export function itemTitle({ review, grievance, burst, town }: DeskItem): string {
  if (town) return town.name;
  const home = burst?.home ?? review;
  if (home) return [home.propertyName, home.locality, home.city].filter(Boolean).join(", ");
  return grievance?.page ?? "";
}

/** Returns the time to a deadline: "2 days left", "3 hours overdue"; empty without a deadline. */
export function timeLeft(dueAt: string | null, now: number): string {
  if (!dueAt) return "";
  const seconds = (Date.parse(dueAt) - now) / 1000;
  return `${durationInWords(Math.abs(seconds))} ${seconds < 0 ? "overdue" : "left"}`;
}
