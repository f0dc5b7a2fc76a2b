import { expect, test } from "vitest";
import { emptySubmission, type IssueRow, submissionCity, toReviewSubmission } from "./submission";
import { testForm, testIssue } from "./test-form";

test("starts a blank form with one issue row and the account's email", { tags: ["2.96", "5.20"] }, () => {
  const form = emptySubmission({ email: "asha@example.com", issueId: "i1" });
  expect(form.email).toBe("asha@example.com");
  expect(form.issues).toEqual([{ id: "i1", description: "", severity: "" }]);
  expect(form).toMatchObject({ rating: 0, answers: {}, city: "", otherCity: "" });
});

test.for([
  ["Pune", "Hosur", "Pune"],
  [" pune ", "", "Pune"],
  ["Bangalore", "", "Bengaluru"],
  ["Other", "  Hosur ", "Hosur"],
  ["Hosr", "Hosur", "Hosur"],
  ["Other", "", ""],
  ["Hosur", "\u200d", ""],
  ["", "Hosur", ""],
  ["Other", "pune", "Pune"],
  ["Hosur", "Bangalore", "Bengaluru"],
  ["Other", "Other", ""],
  ["other", " OTHER ", ""],
] as const)("stores for the city %j and the other city %j: %j", { tags: ["2.93"] }, ([city, otherCity, stored]) => {
  expect(submissionCity({ city, otherCity })).toBe(stored);
});

test("stores a full form with trimmed texts", () => {
  const form = testForm({
    propertyName: " Lakeview  Residency ",
    locality: " Indiranagar\t",
    city: "Other",
    otherCity: " Hosur ",
    moveInDate: "2024-01-31",
    rating: 2,
    comment: " Quiet.\r\nNo water. \u0000",
    email: " asha@example.com ",
    answers: { would_recommend: "false" },
    issues: [{ id: "i1", description: " Leaking roof ", severity: "Major" }],
  });
  expect(toReviewSubmission(form, { id: "r1", proofUrls: ["/a.png"] })).toEqual({
    id: "r1",
    propertyName: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Hosur",
    moveInDate: "2024-01-31",
    rating: 2,
    comment: "Quiet.\nNo water.",
    email: "asha@example.com",
    answers: { would_recommend: "false" },
    reportedIssues: [{ id: "i1", description: "Leaking roof", severity: "Major" }],
    proofUrls: ["/a.png"],
  });
});

test("stores blank fields as null", { tags: ["3.7", "5.20"] }, () => {
  const form = testForm({ email: "  ", issues: [testIssue("i1", "")] });
  const submission = toReviewSubmission(form, { id: "r1", proofUrls: [] });
  expect(submission).toMatchObject({
    moveInDate: null,
    email: null,
    reportedIssues: null,
    proofUrls: null,
  });
});

test("leaves out blank issues, and all of them if the first is blank", { tags: ["3.7", "5.19", "5.20"] }, () => {
  expect(storedIssues([])).toBeNull();
  expect(storedIssues([testIssue("i1", " \n"), testIssue("i2", "Leaking roof")])).toBeNull();
  expect(storedIssues([testIssue("i1", "Leaking roof"), testIssue("i2", " "), testIssue("i3", "Damp")])).toEqual([
    { id: "i1", description: "Leaking roof" },
    { id: "i3", description: "Damp" },
  ]);
});

test("stores 'Nil' alone, but drops it next to a real issue, which it would hide", () => {
  expect(storedIssues([testIssue("i1", "Nil")])).toEqual([{ id: "i1", description: "Nil" }]);
  const rows = [testIssue("i1", " nil "), testIssue("i2", "Seepage"), testIssue("i3", "No issues")];
  expect(storedIssues(rows)).toEqual([{ id: "i2", description: "Seepage" }]);
});

function storedIssues(issues: IssueRow[]) {
  return toReviewSubmission(testForm({ issues }), { id: "r1", proofUrls: [] }).reportedIssues;
}
