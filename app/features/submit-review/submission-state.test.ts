import { expect, test } from "vitest";
import { INITIAL_STATE, submissionReducer, type SubmissionEvent, type SubmissionState } from "./submission-state";
import type { SubmitOutcome } from "./submit-review";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";
import type { FieldProblem } from "~/domain/submission-check";

const BEGUN: SubmissionEvent = { type: "attempted", isWaitingForPhotos: false };
const CHECKED: SubmissionEvent = { type: "checked" };
const FAILED: SubmitOutcome = { outcome: "save-failed", message: "No answer.", noResponse: null };
const MISSING: FieldProblem[] = [
  { field: "propertyName", code: "missing" },
  { field: "otherCity", code: "missing" },
];

test("a checked form is submitting until its attempt has ended", () => {
  expect(after(BEGUN).status.name).toBe("editing");
  expect(after(BEGUN, CHECKED).status.name).toBe("submitting");
  const published = after(BEGUN, CHECKED, ended({ outcome: "sent", reviewId: "r1" }), { type: "stopped" });
  expect(published).toMatchObject({ status: { name: "published", reviewId: "r1" }, focusTarget: { place: "notice" } });
});

test("a failure is shown until the next attempt, with whether the device was offline", () => {
  const failed = after(BEGUN, CHECKED, { ...ended(FAILED), wasOffline: true }, { type: "stopped" });
  expect(failed).toMatchObject({
    status: { name: "failed", failure: FAILED, wasOffline: true },
    focusTarget: { place: "submit" },
  });
  expect(submissionReducer(failed, BEGUN).status.name).toBe("editing");
  expect(submissionReducer(failed, { type: "replaced" }).status.name).toBe("editing");
});

test("an ended session leaves no failure beside the button", () => {
  expect(after(BEGUN, CHECKED, ended({ outcome: "session-expired" }))).toMatchObject({
    status: { name: "editing" },
    focusTarget: { place: "submit" },
  });
});

test("the notice of a published review stays until the next form has passed its checks", () => {
  const published = after(BEGUN, CHECKED, ended({ outcome: "sent-earlier", reviewId: "r1" }));
  const invalid = reduce(
    published,
    BEGUN,
    ended({ outcome: "invalid", problem: { rule: "required", fields: MISSING.slice(0, 1), allFields: MISSING } }),
  );
  expect(invalid).toMatchObject({ status: { name: "published" }, problems: MISSING });
  expect(invalid.focusTarget).toEqual({ place: "fault" });
  expect(reduce(invalid, BEGUN, CHECKED)).toMatchObject({ status: { name: "submitting" }, problems: [] });
});

test("an attempt that throws leaves a form that can be submitted again", () => {
  const waiting: SubmissionEvent = { type: "attempted", isWaitingForPhotos: true };
  expect(after(waiting).isWaitingForPhotos).toBe(true);
  expect(after(waiting, CHECKED, { type: "stopped" })).toEqual(INITIAL_STATE);
});

test("the problem of a field goes when that field is right, and no other does", () => {
  const state = { ...INITIAL_STATE, problems: MISSING };
  expect(reduce(state, changed({ propertyName: " " })).problems).toEqual(MISSING);
  expect(reduce(state, changed({ locality: "Baner" })).problems).toEqual(MISSING);
  expect(reduce(state, changed({ propertyName: "Lakeview" })).problems).toEqual([MISSING[1]]);
});

test("a listed city settles the other city, and anonymity the e-mail", () => {
  const state = { ...INITIAL_STATE, problems: MISSING };
  expect(reduce(state, changed({ city: "Pune" })).problems).toEqual([MISSING[0]]);
  const email: FieldProblem = { field: "email", code: "invalid" };
  expect(reduce({ ...state, problems: [...MISSING, email] }, { type: "anonymity-changed" }).problems).toEqual(MISSING);
});

function ended(outcome: SubmitOutcome) {
  return { type: "ended", outcome, wasOffline: false } as const;
}

function changed(changes: Partial<SubmissionForm>): SubmissionEvent {
  const form = { ...emptySubmission({ email: "", issueId: "i1" }), city: "Other", ...changes };
  return { type: "changed", form, fields: Object.keys(changes), accountEmail: "asha@example.in", today: "2025-05-05" };
}

function after(...events: SubmissionEvent[]): SubmissionState {
  return reduce(INITIAL_STATE, ...events);
}

function reduce(state: SubmissionState, ...events: SubmissionEvent[]): SubmissionState {
  return events.reduce(submissionReducer, state);
}
