import { expect, test } from "vitest";
import { EARLIEST_MOVE_IN_DATE } from "./review-texts";
import { emptySubmission, type SubmissionForm } from "./submission";
import { checkSubmission, type Problem, type RequiredField } from "./submission-check";
import { testForm, testIssue } from "./test-form";

const NAMES = ["propertyName", "locality", "otherCity"] as const;
const LOOK_ALIKE = "Lаkeview";
const DAMP = (count: number) => Array.from({ length: count }, (_, index) => testIssue(`i${index + 1}`, "Damp"));

test("reports all required fields of the blank form in form order", { tags: ["5.1"] }, () => {
  const problem = checkSubmission(emptySubmission({ email: "", issueId: "i1" }), WITHOUT_ACCOUNT);
  const fields = missing("propertyName", "locality", "city", "comment", "email");
  expect(problem).toMatchObject({ rule: "required", fields });
});

test("requires the email only without a session", { tags: ["5.1", "5.18"] }, () => {
  expect(check({ email: " " })).toBeNull();
  expect(checkSubmission(testForm({ email: " " }), WITHOUT_ACCOUNT)?.fields).toEqual(missing("email"));
  expect(checkSubmission(testForm({ email: "asha@example.com" }), WITHOUT_ACCOUNT)).toBeNull();
});

test.for(["", "   ", "\n", "\u200b", "\u00a0\u3164", "\u0000"])(
  "reports a blank field alone: %j",
  { tags: ["5.1"] },
  (blank) => {
    for (const field of ["propertyName", "locality", "city", "comment"] as const)
      expect(check({ [field]: blank })).toMatchObject({ rule: "required", fields: missing(field) });
  },
);

test("refuses names without letters, with mixed alphabets, addresses or long numbers", { tags: ["10.201"] }, () => {
  const other = { city: "Other", otherCity: "Hosur" };
  for (const field of NAMES) {
    expect(check({ ...other, [field]: "★ - 🏠" })?.fields).toEqual(missing(field));
    const problem = check({ ...other, [field]: LOOK_ALIKE });
    expect(problem).toMatchObject({ rule: "names", fields: [{ field, code: "mixed-alphabets" }] });
  }
  for (const field of NAMES) {
    expect(check({ ...other, [field]: "Verify at evil.in" })?.fields).toEqual([{ field, code: "address" }]);
    expect(check({ ...other, [field]: "Call 98765 43210" })?.fields).toEqual([{ field, code: "long-number" }]);
  }
  expect(check({ propertyName: "Дом Lakeview", comment: LOOK_ALIKE })).toBeNull();
});

test("requires the other-city field for Other and unlisted cities only", { tags: ["2.93"] }, () => {
  for (const city of ["Other", "other", "Hosur", "Aurangabad"]) {
    expect(check({ city, otherCity: "  " })).toMatchObject({ rule: "required", fields: missing("otherCity") });
    expect(check({ city, otherCity: "Hosur" })).toBeNull();
  }
  for (const city of ["Pune", "bangalore"]) expect(check({ city, otherCity: "" })).toBeNull();
});

test("requires a star rating from 1 to 5", { tags: ["5.8", "9.7"] }, () => {
  const ratingRequired = { rule: "rating", fields: [{ field: "rating", code: "missing" }] };
  for (const rating of [0, -1, 6, 4.5, Number.NaN]) expect(check({ rating })).toMatchObject(ratingRequired);
  for (const rating of [1, 2, 3, 4, 5]) expect(check({ rating })).toBeNull();
});

test("requires a description of the first issue, which may say that there is none", { tags: ["5.9"] }, () => {
  const problem = check({ issues: [testIssue("i1", " "), testIssue("i2", "Leaking roof")] });
  expect(problem).toMatchObject({ rule: "first-issue", fields: [{ field: "issues", code: "missing", issueId: "i1" }] });
  expect(check({ issues: [] })?.rule).toBe("first-issue");
  for (const none of ["Nil", "No issues"])
    expect(check({ issues: [testIssue("i1", none), testIssue("i2", "")] })).toBeNull();
});

test("reports problems one at a time: required fields, rating, first issue, then the rest", { tags: ["5.12"] }, () => {
  const faults: Partial<SubmissionForm> = {
    propertyName: "",
    rating: 0,
    issues: [testIssue("i1", "")],
    email: "asha",
    comment: "a".repeat(5001),
    moveInDate: "2025-05-06",
  };
  const rules: (string | undefined)[] = [];
  const fixes: Partial<SubmissionForm>[] = [
    {},
    { propertyName: "Lakeview" },
    { rating: 4 },
    { issues: DAMP(21) },
    { email: "" },
    { comment: "Quiet." },
    { issues: [testIssue("i1", "Nil")] },
    { moveInDate: "2025-05-05" },
  ];
  for (const change of fixes) rules.push(check(Object.assign(faults, change))?.rule);
  const order = ["required", "rating", "first-issue", "email", "length", "issue-count", "move-in-date", undefined];
  expect(rules).toEqual(order);
});

test("names all faults, whatever rule comes first", { tags: ["10.70"] }, () => {
  const faults = { propertyName: "", moveInDate: "2025-05-06", rating: 0, comment: "", issues: [testIssue("i1", "")] };
  const problem = check(faults);
  expect(problem?.rule).toBe("required");
  expect(problem?.fields.map(({ field }) => field)).toEqual(["propertyName", "comment"]);
  expect(problem?.allFields.map(({ field }) => field).toSorted()).toEqual(Object.keys(faults).toSorted());
});

test("rejects an invalid email", () => {
  const fields = [{ field: "email", code: "invalid" }];
  expect(check({ email: "asha@example" })).toMatchObject({ rule: "email", fields });
  expect(check({ email: " asha@example.com " })).toBeNull();
});

test("accepts only the account's own email, however it is written, or none", { tags: ["10.75"] }, () => {
  const fields = [{ field: "email", code: "not-own" }];
  for (const email of ["ravi@example.com", "asha+1@example.com", "a.sha@example.com", "asha@example.com.in"])
    expect(check({ email }), email).toMatchObject({ rule: "email", fields });
  for (const email of ["ASHA@Example.com", "ａsha@example.com", ""]) expect(check({ email }), email).toBeNull();
});

test("accepts texts as long as the limit after trimming", () => {
  expect(
    checkSubmission(
      testForm({
        propertyName: ` ${"a".repeat(120)} `,
        locality: "a".repeat(120),
        city: "Other",
        otherCity: "a".repeat(80),
        comment: `${"🏠".repeat(5000)}\n`,
        email: `${"a".repeat(308)}@example.com`,
        issues: [testIssue("i1", "a".repeat(1000))],
      }),
      WITHOUT_ACCOUNT,
    ),
  ).toBeNull();
});

test("reports each text one character over its limit, in form order", () => {
  const problem = checkSubmission(
    testForm({
      propertyName: "a".repeat(121),
      locality: "a".repeat(121),
      city: "Other",
      otherCity: "a".repeat(81),
      comment: "a".repeat(5001),
      email: `${"a".repeat(309)}@example.com`,
      issues: [testIssue("i1", "Nil"), testIssue("i2", "a".repeat(1001)), testIssue("i3", "a".repeat(1002))],
    }),
    WITHOUT_ACCOUNT,
  );
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

test("limits all issues together to 5000 characters", () => {
  const rows = ["i1", "i2", "i3", "i4", "i5"].map((id) => testIssue(id, "a".repeat(1000)));
  expect(check({ issues: rows })).toBeNull();
  expect(
    check({ issues: [...rows, testIssue("i6", " "), testIssue("i7", "b"), testIssue("i8", "c")] })?.fields,
  ).toEqual([{ field: "issues", code: "too-long-together", length: 5002, maxLength: 5000, issueId: "i7" }]);
});

test("limits the issues to 20", () => {
  expect(check({ issues: [...DAMP(20), testIssue("blank", "")] })).toBeNull();
  const fields = [{ field: "issues", code: "too-many", issueId: "i21" }];
  expect(check({ issues: DAMP(21) })).toMatchObject({ rule: "issue-count", fields });
});

test("accepts existing move-in dates from 1950 to today", { tags: ["2.98"] }, () => {
  expect(EARLIEST_MOVE_IN_DATE).toBe("1950-01-01");
  for (const moveInDate of ["2025-05-05", "1950-01-01", "2024-02-29"]) expect(check({ moveInDate })).toBeNull();
  const inFuture = [{ field: "moveInDate", code: "in-future" }];
  expect(check({ moveInDate: "2025-05-06" })).toMatchObject({ rule: "move-in-date", fields: inFuture });
  for (const moveInDate of ["1949-12-31", "0025-05-05"])
    expect(check({ moveInDate })?.fields).toEqual([{ field: "moveInDate", code: "too-early" }]);
  const invalid = "2025-02-30 2025-02-29 2025-13-01 2025-00-10 05/05/2025 soon 2025- -05 20250-01-01";
  for (const moveInDate of invalid.split(" "))
    expect(check({ moveInDate })?.fields, moveInDate).toEqual([{ field: "moveInDate", code: "invalid" }]);
});

test("accepts blank optional fields", { tags: ["5.19"] }, () => {
  expect(check({ moveInDate: "", answers: {} })).toBeNull();
});

const TODAY = "2025-05-05";
const WITHOUT_ACCOUNT = { accountEmail: null, today: TODAY };

function check(changes: Partial<SubmissionForm>): Problem | null {
  return checkSubmission(testForm(changes), { accountEmail: "asha@example.com", today: TODAY });
}

function missing(...fields: RequiredField[]) {
  return fields.map((field) => ({ field, code: "missing" }));
}
