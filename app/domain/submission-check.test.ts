import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EARLIEST_MOVE_IN_DATE, MAX_ISSUES, MAX_LENGTHS } from "./review-fields";
import { emptySubmission, type SubmissionForm } from "./submission";
import { checkSubmission, type Problem, type RequiredField } from "./submission-check";

test("a form with the required fields is valid", { tags: ["5.18"] }, () => {
  expect(check({})).toBeNull();
  expect(check({ email: "" })).toBeNull();
  expect(checkSubmission(filled({ email: "asha@example.com" }), { isLoggedIn: false, today: "2025-05-05" })).toBeNull();
});

test("the blank form lacks all required fields, in form order", { tags: ["5.7"] }, () => {
  const form = emptySubmission({ email: "", issueId: "i1" });
  const problem = checkSubmission(form, { isLoggedIn: false, today: "2025-05-05" });
  expect(problem).toMatchObject({
    rule: "required",
    fields: missing("propertyName", "locality", "city", "comment", "email"),
  });
});

test("the e-mail is required only without a session", { tags: ["5.6"] }, () => {
  const form = filled({ email: " " });
  expect(checkSubmission(form, { isLoggedIn: true, today: "2025-05-05" })).toBeNull();
  expect(checkSubmission(form, { isLoggedIn: false, today: "2025-05-05" })?.fields).toEqual(missing("email"));
});

test("spaces and invisible characters count as blank", () => {
  for (const blank of ["   ", "\n", "\u200b", "\u00a0\u3164", "\u0000"]) {
    expect(check({ propertyName: blank, comment: blank })?.fields).toEqual(missing("propertyName", "comment"));
  }
});

test("a name of symbols only is missing", { tags: ["10.201"] }, () => {
  const symbols = { propertyName: "★★★", locality: "-", city: "Other", otherCity: "🏠" };
  expect(check(symbols)?.fields).toEqual(missing("propertyName", "locality", "otherCity"));
});

test("a word of a name is of one alphabet", { tags: ["10.201"] }, () => {
  const [lookAlike, names] = ["Lаkeview", ["propertyName", "locality", "otherCity"] as const];
  for (const field of names) {
    const form = { city: "Other", otherCity: "Hosur", [field]: lookAlike };
    expect(check(form)).toMatchObject({ rule: "names", fields: [{ field, code: "mixed-alphabets" }] });
  }
  expect(check({ propertyName: "Дом Lakeview", comment: lookAlike })).toBeNull();
});

test("each missing field is reported alone", { tags: ["5.1", "5.2", "5.3", "5.5"] }, () => {
  expect(check({ propertyName: "" })).toMatchObject({ rule: "required", fields: missing("propertyName") });
  expect(check({ locality: "" })).toMatchObject({ rule: "required", fields: missing("locality") });
  expect(check({ city: "" })).toMatchObject({ rule: "required", fields: missing("city") });
  expect(check({ comment: "" })).toMatchObject({ rule: "required", fields: missing("comment") });
});

test("Other and an unlisted city require the other-city field", { tags: ["5.4"] }, () => {
  for (const city of ["Other", "other", "Hosur", "Aurangabad"]) {
    expect(check({ city, otherCity: "  " })).toMatchObject({ rule: "required", fields: missing("otherCity") });
  }
  expect(check({ city: "Other", otherCity: "Hosur" })).toBeNull();
  expect(check({ city: "Hosur", otherCity: "Hosur" })).toBeNull();
});

test("a listed city needs no other city", () => {
  expect(check({ city: "Pune", otherCity: "" })).toBeNull();
  expect(check({ city: "bangalore", otherCity: "" })).toBeNull();
});

test("a star rating from 1 to 5 is required", { tags: ["5.8", "9.7"] }, () => {
  const ratingRequired = { rule: "rating", fields: [{ field: "rating", code: "missing" }] };
  for (const rating of [0, -1, 6, 4.5, Number.NaN]) expect(check({ rating })).toMatchObject(ratingRequired);
  for (const rating of [1, 2, 3, 4, 5]) expect(check({ rating })).toBeNull();
});

test("the first issue needs a description", { tags: ["5.9", "5.11"] }, () => {
  const problem = check({ issues: [issue("i1", " "), issue("i2", "Leaking roof")] });
  expect(problem).toMatchObject({ rule: "first-issue", fields: [{ field: "issues", code: "missing", issueId: "i1" }] });
  expect(check({ issues: [] })?.rule).toBe("first-issue");
});

test("'Nil' and 'No issues' are valid descriptions", { tags: ["5.10"] }, () => {
  expect(check({ issues: [issue("i1", "Nil")] })).toBeNull();
  expect(check({ issues: [issue("i1", "No issues")] })).toBeNull();
});

test("a later issue may stay blank", () => {
  expect(check({ issues: [issue("i1", "Leaking roof"), issue("i2", "")] })).toBeNull();
});

test("problems come one at a time: required fields, rating, first issue, then the rest", { tags: ["5.12"] }, () => {
  const faults: Partial<SubmissionForm> = {
    propertyName: "",
    rating: 0,
    issues: [issue("i1", "")],
    email: "asha",
    comment: "a".repeat(5001),
    moveInDate: "2025-05-06",
  };
  const rules: (string | undefined)[] = [];
  const mended: Partial<SubmissionForm>[] = [
    {},
    { propertyName: "Lakeview" },
    { rating: 4 },
    { issues: Array.from({ length: 21 }, (_, index) => issue(`i${index}`, "Damp")) },
    { email: "" },
    { comment: "Quiet." },
    { issues: [issue("i1", "Nil")] },
    { moveInDate: "2025-05-05" },
  ];
  for (const change of mended) rules.push(check(Object.assign(faults, change))?.rule);
  expect(rules).toEqual([
    "required",
    "rating",
    "first-issue",
    "email",
    "length",
    "issue-count",
    "move-in-date",
    undefined,
  ]);
});

test("whatever rule comes first, all faults are named in form order", { tags: ["10.70"] }, () => {
  const problem = check({
    propertyName: "",
    moveInDate: "2025-05-06",
    rating: 0,
    comment: "",
    issues: [issue("i1", "")],
  });
  expect(problem?.rule).toBe("required");
  expect(problem?.fields.map(({ field }) => field)).toEqual(["propertyName", "comment"]);
  expect(problem?.allFields.map(({ field }) => field)).toEqual([
    "propertyName",
    "moveInDate",
    "rating",
    "comment",
    "issues",
  ]);
});

test("an e-mail must be valid where it is given", () => {
  expect(check({ email: "asha@example" })).toMatchObject({
    rule: "email",
    fields: [{ field: "email", code: "invalid" }],
  });
  expect(check({ email: " asha@example.com " })).toBeNull();
});

test("texts may be as long as the limit, after trimming", () => {
  expect(
    check({
      propertyName: ` ${"a".repeat(120)} `,
      locality: "a".repeat(120),
      city: "Other",
      otherCity: "a".repeat(80),
      comment: `${"🏠".repeat(5000)}\n`,
      email: `${"a".repeat(308)}@example.com`,
      issues: [issue("i1", "a".repeat(1000))],
    }),
  ).toBeNull();
});

test("each text one character over its limit is reported, in form order", () => {
  const problem = check({
    propertyName: "a".repeat(121),
    locality: "a".repeat(121),
    city: "Other",
    otherCity: "a".repeat(81),
    comment: "a".repeat(5001),
    email: `${"a".repeat(309)}@example.com`,
    issues: [issue("i1", "Nil"), issue("i2", "a".repeat(1001)), issue("i3", "a".repeat(1002))],
  });
  expect(problem?.rule).toBe("length");
  expect(problem?.fields).toEqual([
    { field: "propertyName", code: "too-long", length: 121, maxLength: 120 },
    { field: "locality", code: "too-long", length: 121, maxLength: 120 },
    { field: "otherCity", code: "too-long", length: 81, maxLength: 80 },
    { field: "comment", code: "too-long", length: 5001, maxLength: 5000 },
    { field: "email", code: "too-long", length: 321, maxLength: 320 },
    { field: "issues", code: "too-long", length: 1001, maxLength: 1000, issueId: "i2" },
    { field: "issues", code: "too-long", length: 1002, maxLength: 1000, issueId: "i3" },
  ]);
});

test("all issues together take at most 5000 characters", () => {
  const rows = ["i1", "i2", "i3", "i4", "i5"].map((id) => issue(id, "a".repeat(1000)));
  expect(check({ issues: rows })).toBeNull();
  expect(check({ issues: [...rows, issue("i6", " "), issue("i7", "b"), issue("i8", "c")] })?.fields).toEqual([
    { field: "issues", code: "too-long-together", length: 5002, maxLength: 5000, issueId: "i7" },
  ]);
});

test("at most 20 issues can be described", () => {
  const rows = Array.from({ length: 21 }, (_, index) => issue(`i${index + 1}`, "Damp"));
  expect(check({ issues: rows.slice(0, 20) })).toBeNull();
  expect(check({ issues: [...rows.slice(0, 20), issue("blank", "")] })).toBeNull();
  expect(check({ issues: rows })).toMatchObject({
    rule: "issue-count",
    fields: [{ field: "issues", code: "too-many", issueId: "i21" }],
  });
});

test("the move-in date may be today but not tomorrow", { tags: ["2.98"] }, () => {
  expect(check({ moveInDate: "2025-05-05" })).toBeNull();
  expect(check({ moveInDate: "2025-05-06" })).toMatchObject({
    rule: "move-in-date",
    fields: [{ field: "moveInDate", code: "in-future" }],
  });
});

test("the move-in date may not be before 1950", () => {
  expect(EARLIEST_MOVE_IN_DATE).toBe("1950-01-01");
  expect(check({ moveInDate: "1950-01-01" })).toBeNull();
  expect(check({ moveInDate: "1949-12-31" })?.fields).toEqual([{ field: "moveInDate", code: "too-early" }]);
  expect(check({ moveInDate: "0025-05-05" })?.fields).toEqual([{ field: "moveInDate", code: "too-early" }]);
});

test("a move-in date must exist", () => {
  expect(check({ moveInDate: "2024-02-29" })).toBeNull();
  for (const moveInDate of [
    "2025-02-30",
    "2025-02-29",
    "2025-13-01",
    "2025-00-10",
    "05/05/2025",
    "soon",
    "2025-",
    "-05",
    "20250-01-01",
  ]) {
    expect(check({ moveInDate })?.fields).toEqual([{ field: "moveInDate", code: "invalid" }]);
  }
});

test("all optional fields may be blank", { tags: ["5.19"] }, () => {
  expect(
    check({
      propertyType: "",
      moveInDate: "",
      duration: "",
      wouldRecommend: null,
      moveOutIntent: null,
      howIssuesReported: "",
      issueResolutionStatus: "",
      managementResponseTime: "",
    }),
  ).toBeNull();
});

test("the database has the same limits", () => {
  const table = readFileSync("supabase/migrations/20261123060500_reviews.sql", "utf8");
  const trigger = readFileSync("supabase/migrations/20261123060600_checks_of_reviews.sql", "utf8");
  expect(table).toContain(`char_length(property_name) <= ${MAX_LENGTHS.propertyName})`);
  expect(table).toContain(`char_length(locality) <= ${MAX_LENGTHS.locality})`);
  expect(table).toContain(`char_length(city) <= ${MAX_LENGTHS.city})`);
  expect(table).toContain(`char_length(review_text) <= ${MAX_LENGTHS.comment})`);
  expect(table).toContain(`jsonb_array_length(reported_issues) between 1 and ${MAX_ISSUES})`);
  expect(table).toContain(`move_in_date >= date '${EARLIEST_MOVE_IN_DATE}'`);
  const text = readFileSync("supabase/migrations/20261123060200_text.sql", "utf8");
  expect(text).toContain(`char_length(given) <= ${MAX_LENGTHS.email} `);
  expect(trigger).toContain(`char_length(given.property_name) > ${MAX_LENGTHS.propertyName}`);
  expect(trigger).toContain(`char_length(given.locality) > ${MAX_LENGTHS.locality}`);
  expect(trigger).toContain(`char_length(given.city) > ${MAX_LENGTHS.city}`);
  expect(trigger).toContain(`char_length(given.review_text) > ${MAX_LENGTHS.comment}`);
  expect(trigger).toContain(`jsonb_array_length(given) > ${MAX_ISSUES}`);
  expect(trigger).toContain(`char_length(description) > ${MAX_LENGTHS.issueDescription}`);
  expect(trigger).toContain(`characters > ${MAX_LENGTHS.issues}`);
});

function check(changes: Partial<SubmissionForm>): Problem | null {
  return checkSubmission(filled(changes), { isLoggedIn: true, today: "2025-05-05" });
}

function missing(...fields: RequiredField[]) {
  return fields.map((field) => ({ field, code: "missing" }));
}

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
