import {
  DURATIONS,
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  isKeyOf,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
  SEVERITIES,
} from "~/domain/enumerations";
import { MAX_ISSUES, type IssueRow, type SubmissionForm } from "~/domain/submission";

const STORAGE_KEY = "gharsach-review-draft";
const VERSION = 1;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A review that is being written, as this device keeps it until it is accepted. Photos are not in it. */
export interface SubmissionDraft {
  /** The id that the review will have, so that sending it twice stores it once. */
  reviewId: string;
  /** Whose draft it is: on a shared phone nobody else gets to see it. Null without an account. */
  ownerId: string | null;
  isAnonymous: boolean;
  form: SubmissionForm;
}

/**
 * The draft that this device keeps for `ownerId`, or null. Whatever else lies under the key (an older layout, junk, an
 * option that no longer exists) is left out and never throws. `blankIssue` stands in when no issue row is readable,
 * because the form never has fewer than one. (spec 2)
 */
export function readSubmissionDraft(ownerId: string | null, blankIssue: IssueRow): SubmissionDraft | null {
  const stored = readStored();
  if (!isRecord(stored) || stored.version !== VERSION || stored.ownerId !== ownerId) return null;
  const { reviewId, form } = stored;
  if (typeof reviewId !== "string" || !UUID.test(reviewId) || !isRecord(form)) return null;
  return { reviewId, ownerId, isAnonymous: stored.isAnonymous === true, form: readForm(form, blankIssue) };
}

/** Keeps the draft on this device. Answers false when the device has no room or allows no storage. */
export function saveSubmissionDraft(draft: SubmissionDraft): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ version: VERSION, ...draft }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the draft, whoever it belongs to. */
export function removeSubmissionDraft(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is no draft to forget.
  }
}

function readStored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}

function readForm(stored: Record<string, unknown>, blankIssue: IssueRow): SubmissionForm {
  const rating = Number(stored.rating);
  return {
    propertyName: text(stored.propertyName),
    locality: text(stored.locality),
    city: text(stored.city),
    otherCity: text(stored.otherCity),
    propertyType: isKeyOf(PROPERTY_TYPES, stored.propertyType) ? stored.propertyType : "",
    moveInDate: DATE.test(text(stored.moveInDate)) ? text(stored.moveInDate) : "",
    duration: isKeyOf(DURATIONS, stored.duration) ? stored.duration : "",
    rating: Number.isInteger(rating) && rating >= 0 && rating <= 5 ? rating : 0,
    comment: text(stored.comment),
    email: text(stored.email),
    wouldRecommend: typeof stored.wouldRecommend === "boolean" ? stored.wouldRecommend : null,
    moveOutIntent: typeof stored.moveOutIntent === "boolean" ? stored.moveOutIntent : null,
    issues: readIssues(stored.issues, blankIssue),
    howIssuesReported: isKeyOf(HOW_ISSUES_REPORTED, stored.howIssuesReported) ? stored.howIssuesReported : "",
    issueResolutionStatus: isKeyOf(ISSUE_RESOLUTION_STATUSES, stored.issueResolutionStatus)
      ? stored.issueResolutionStatus
      : "",
    managementResponseTime: isKeyOf(MANAGEMENT_RESPONSE_TIMES, stored.managementResponseTime)
      ? stored.managementResponseTime
      : "",
  };
}

/** At least one row, each with an id of its own. */
function readIssues(stored: unknown, blankIssue: IssueRow): IssueRow[] {
  const rows: IssueRow[] = [];
  for (const entry of Array.isArray(stored) ? stored : []) {
    if (!isRecord(entry) || typeof entry.id !== "string" || rows.length === MAX_ISSUES) continue;
    if (entry.id === "" || rows.some((row) => row.id === entry.id)) continue;
    const severity = isKeyOf(SEVERITIES, entry.severity) ? entry.severity : "";
    rows.push({ id: entry.id, description: text(entry.description), severity });
  }
  return rows.length > 0 ? rows : [blankIssue];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
