import type { FailedOutcome } from "./failure-notice";
import type { SubmitOutcome } from "./submit-review";
import { checkSubmission, type FieldProblem } from "~/domain/submission-check";
import type { SubmissionForm } from "~/domain/submission";

/**
 * Where the form is between attempts. "failed" lasts until the next attempt or another draft, "published" until an attempt
 * passes its checks.
 */
type SubmissionStatus =
  | { name: "editing" }
  | { name: "submitting" }
  | { name: "published"; reviewId: string }
  | { name: "failed"; failure: FailedOutcome; wasOffline: boolean };

/** Where the focus goes once the form shows how an attempt ended. */
export interface FocusTarget {
  /** "fault": the first field that has a problem. */
  place: "notice" | "question" | "submit" | "fault";
}

export interface SubmissionState {
  status: SubmissionStatus;
  /** The attempt has begun, and the photos chosen for it are still being read. */
  isWaitingForPhotos: boolean;
  problems: FieldProblem[];
  focusTarget: FocusTarget | null;
}

export type SubmissionEvent =
  | { type: "attempted"; isWaitingForPhotos: boolean }
  | { type: "checked" }
  | { type: "ended"; outcome: SubmitOutcome; wasOffline: boolean }
  /** The form asks something before it is sent. */
  | { type: "asked" }
  /** The attempt is over, also where it threw. */
  | { type: "stopped" }
  | { type: "changed"; form: SubmissionForm; fields: string[]; accountEmail: string | null; today: string }
  | { type: "anonymity-changed" }
  /** Another draft is shown. */
  | { type: "replaced" };

const EDITING = { name: "editing" } as const;

export const INITIAL_STATE: SubmissionState = {
  status: EDITING,
  isWaitingForPhotos: false,
  problems: [],
  focusTarget: null,
};

export function submissionReducer(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  switch (event.type) {
    case "attempted":
      return { ...withoutFailure(state), isWaitingForPhotos: event.isWaitingForPhotos };
    case "checked":
      return { ...state, status: { name: "submitting" }, problems: [] };
    case "ended":
      return { ...state, isWaitingForPhotos: false, ...endOf(event.outcome, event.wasOffline) };
    case "stopped":
      return {
        ...state,
        isWaitingForPhotos: false,
        status: state.status.name === "submitting" ? EDITING : state.status,
      };
    case "changed":
      return state.problems.length === 0 ? state : { ...state, problems: remainingProblems(state.problems, event) };
    case "anonymity-changed":
      return { ...state, problems: state.problems.filter(({ field }) => field !== "email") };
    case "asked":
      return { ...state, status: EDITING, isWaitingForPhotos: false, focusTarget: { place: "question" } };
    case "replaced":
      return { ...withoutFailure(state), problems: [], focusTarget: { place: "notice" } };
  }
}

function withoutFailure(state: SubmissionState): SubmissionState {
  return state.status.name === "failed" ? { ...state, status: EDITING } : state;
}

function endOf(outcome: SubmitOutcome, wasOffline: boolean): Partial<SubmissionState> {
  switch (outcome.outcome) {
    case "sent":
    case "sent-earlier":
      return { status: { name: "published", reviewId: outcome.reviewId }, focusTarget: { place: "notice" } };
    case "invalid":
      return { problems: outcome.problem.allFields, focusTarget: { place: "fault" } };
    case "session-expired":
      return { status: EDITING, focusTarget: { place: "submit" } };
    default:
      return { status: { name: "failed", failure: outcome, wasOffline }, focusTarget: { place: "submit" } };
  }
}

/** The problem of a changed field goes once that field is right; the others wait for their own change. */
function remainingProblems(
  problems: FieldProblem[],
  { form, fields, accountEmail, today }: Extract<SubmissionEvent, { type: "changed" }>,
): FieldProblem[] {
  const current = checkSubmission(form, { accountEmail, today })?.allFields ?? [];
  // Choosing a listed city makes the other-city field unnecessary.
  const changed = new Set(fields.includes("city") ? [...fields, "otherCity"] : fields);
  return problems.filter(
    (problem) =>
      !changed.has(problem.field) ||
      current.some(({ field, issueId }) => field === problem.field && issueId === problem.issueId),
  );
}
