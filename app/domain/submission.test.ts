import { expect, test } from "vitest";
import { emptySubmission, submissionCity, type SubmissionForm, toReviewSubmission } from "./submission";

test(
  "the blank form has one empty issue row and the e-mail of the signed-in visitor",
  { tags: ["2.96", "5.21"] },
  () => {
    const form = emptySubmission({ email: "asha@example.com", issueId: "i1" });
    expect(form.email).toBe("asha@example.com");
    expect(form.issues).toEqual([{ id: "i1", description: "", severity: "" }]);
    expect(form).toMatchObject({ rating: 0, wouldRecommend: null, moveOutIntent: null, city: "", otherCity: "" });
  },
);

test("a listed city is stored in its listed spelling, whatever the other-city field still holds", () => {
  expect(submissionCity({ city: "Pune", otherCity: "Hosur" })).toBe("Pune");
  expect(submissionCity({ city: " pune ", otherCity: "" })).toBe("Pune");
  expect(submissionCity({ city: "Bangalore", otherCity: "" })).toBe("Bengaluru");
});

test("for Other or an unlisted city the text of the other-city field is stored", { tags: ["2.95"] }, () => {
  expect(submissionCity({ city: "Other", otherCity: "  Hosur " })).toBe("Hosur");
  expect(submissionCity({ city: "Hosr", otherCity: "Hosur" })).toBe("Hosur");
  expect(submissionCity({ city: "Other", otherCity: "" })).toBe("");
  expect(submissionCity({ city: "Hosur", otherCity: "\u200d" })).toBe("");
  expect(submissionCity({ city: "", otherCity: "Hosur" })).toBe("");
});

test("a listed city in the other-city field is stored in its listed spelling", () => {
  expect(submissionCity({ city: "Other", otherCity: "pune" })).toBe("Pune");
  expect(submissionCity({ city: "Hosur", otherCity: "Bangalore" })).toBe("Bengaluru");
});

test("Other is no city's name", () => {
  expect(submissionCity({ city: "Other", otherCity: "Other" })).toBe("");
  expect(submissionCity({ city: "other", otherCity: " OTHER " })).toBe("");
});

test("a full form is stored with trimmed texts", () => {
  const form = filled({
    propertyName: " Lakeview  Residency ",
    locality: " Indiranagar\t",
    city: "Other",
    otherCity: " Hosur ",
    propertyType: "PG / Hostel",
    moveInDate: "2024-01-31",
    duration: "1–2 years",
    rating: 2,
    comment: " Quiet.\r\nNo water. \u0000",
    email: " asha@example.com ",
    wouldRecommend: false,
    moveOutIntent: true,
    issues: [{ id: "i1", description: " Leaking roof ", severity: "Major" }],
    howIssuesReported: "in_person",
    issueResolutionStatus: "none_fixed",
    managementResponseTime: "1-2_days",
  });
  expect(toReviewSubmission(form, { id: "r1", proofUrls: ["/a.png"] })).toEqual({
    id: "r1",
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Hosur",
    propertyType: "PG / Hostel",
    moveInDate: "2024-01-31",
    duration: "1–2 years",
    rating: 2,
    comment: "Quiet.\nNo water.",
    email: "asha@example.com",
    wouldRecommend: false,
    moveOutIntent: true,
    reportedIssues: [{ id: "i1", description: "Leaking roof", severity: "Major" }],
    proofUrls: ["/a.png"],
    howIssuesReported: "in_person",
    issueResolutionStatus: "none_fixed",
    managementResponseTime: "1-2_days",
  });
});

test("blank fields are stored as null", { tags: ["3.7", "5.21", "5.23"] }, () => {
  const submission = toReviewSubmission(filled({ email: "  ", issues: [issue("i1", "")] }), {
    id: "r1",
    proofUrls: [],
  });
  expect(submission).toMatchObject({
    propertyType: null,
    moveInDate: null,
    duration: null,
    email: null,
    wouldRecommend: null,
    moveOutIntent: null,
    reportedIssues: null,
    proofUrls: null,
    howIssuesReported: null,
    issueResolutionStatus: null,
    managementResponseTime: null,
  });
});

test("issues are null when there are none or the first has no description", { tags: ["5.22"] }, () => {
  expect(storedIssues([])).toBeNull();
  expect(storedIssues([issue("i1", " \n"), issue("i2", "Leaking roof")])).toBeNull();
});

test("blank issues after the first are left out, as are severities not chosen", { tags: ["3.11", "5.19"] }, () => {
  const rows = [issue("i1", "Leaking roof"), issue("i2", " "), issue("i3", "Damp")];
  expect(storedIssues(rows)).toEqual([
    { id: "i1", description: "Leaking roof" },
    { id: "i3", description: "Damp" },
  ]);
});

test("'Nil' is stored like any other issue", () => {
  expect(storedIssues([issue("i1", "Nil")])).toEqual([{ id: "i1", description: "Nil" }]);
});

test("'Nil' beside a real issue is dropped, since it would hide that issue on the card", () => {
  const rows = [issue("i1", " nil "), issue("i2", "Seepage"), issue("i3", "No issues")];
  expect(storedIssues(rows)).toEqual([{ id: "i2", description: "Seepage" }]);
});

function filled(changes: Partial<SubmissionForm>): SubmissionForm {
  return {
    ...emptySubmission({ email: "", issueId: "i1" }),
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    rating: 4,
    comment: "Quiet street, good light.",
    issues: [issue("i1", "Nil")],
    ...changes,
  };
}

function issue(id: string, description: string): SubmissionForm["issues"][number] {
  return { id, description, severity: "" };
}

function storedIssues(issues: SubmissionForm["issues"]) {
  return toReviewSubmission(filled({ issues }), { id: "r1", proofUrls: [] }).reportedIssues;
}
