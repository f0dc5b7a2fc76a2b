import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  checkSubmission,
  EARLIEST_MOVE_IN_DATE,
  emptySubmission,
  MAX_ISSUES,
  MAX_LENGTHS,
  type Problem,
  submissionCity,
  type SubmissionForm,
  toReviewSubmission,
} from "./submission";

test(
  "the blank form has one empty issue row and the e-mail of whoever is logged in",
  { tags: ["2.96", "5.21"] },
  () => {
    const form = emptySubmission({ email: "asha@example.com", issueId: "i1" });
    expect(form.email).toBe("asha@example.com");
    expect(form.issues).toEqual([{ id: "i1", description: "", severity: "" }]);
    expect(form).toMatchObject({ rating: 0, wouldRecommend: null, moveOutIntent: null, city: "", otherCity: "" });
  },
);

test("a form with what is required can be submitted", { tags: ["5.18"] }, () => {
  expect(check({})).toBeNull();
  expect(check({ email: "" })).toBeNull();
  expect(checkSubmission(filled({ email: "asha@example.com" }), { isLoggedIn: false, today: "2025-05-05" })).toBeNull();
});

test("the blank form lacks all that is required, named in form order", { tags: ["5.7"] }, () => {
  const form = emptySubmission({ email: "", issueId: "i1" });
  const problem = checkSubmission(form, { isLoggedIn: false, today: "2025-05-05" });
  expect(problem).toEqual({
    title: "Incomplete Form",
    description: "Please fill in required fields: Property Name, Locality, City, Review Text, Email.",
    duration: 4000,
    fields: [
      { field: "propertyName", message: "Enter the property name." },
      { field: "locality", message: "Enter the locality." },
      { field: "city", message: "Choose a city." },
      { field: "comment", message: "Write your review." },
      { field: "email", message: "Enter your email address." },
    ],
  });
});

test("the e-mail is required only of those who are not logged in", { tags: ["5.6"] }, () => {
  const form = filled({ email: " " });
  expect(checkSubmission(form, { isLoggedIn: true, today: "2025-05-05" })).toBeNull();
  expect(checkSubmission(form, { isLoggedIn: false, today: "2025-05-05" })?.description).toBe(
    "Please fill in required fields: Email.",
  );
});

test("spaces and invisible characters fill in no field", () => {
  for (const blank of ["   ", "\n", "\u200b", "\u00a0\u3164", "\u0000"]) {
    expect(check({ propertyName: blank, comment: blank })?.description).toBe(
      "Please fill in required fields: Property Name, Review Text.",
    );
  }
});

test("each missing field is named alone", { tags: ["5.1", "5.2", "5.3", "5.5"] }, () => {
  expect(check({ propertyName: "" })?.description).toBe("Please fill in required fields: Property Name.");
  expect(check({ locality: "" })?.description).toBe("Please fill in required fields: Locality.");
  expect(check({ city: "" })?.description).toBe("Please fill in required fields: City.");
  expect(check({ comment: "" })?.description).toBe("Please fill in required fields: Review Text.");
});

test("Other and an unlisted city ask for the city's name", { tags: ["5.4"] }, () => {
  for (const city of ["Other", "other", "Hosur", "Aurangabad"]) {
    const problem = check({ city, otherCity: "  " });
    expect(problem?.description).toBe("Please fill in required fields: City.");
    expect(problem?.fields).toEqual([{ field: "otherCity", message: "Enter the name of the city." }]);
  }
  expect(check({ city: "Other", otherCity: "Hosur" })).toBeNull();
  expect(check({ city: "Hosur", otherCity: "Hosur" })).toBeNull();
});

test("a listed city needs no other city", () => {
  expect(check({ city: "Pune", otherCity: "" })).toBeNull();
  expect(check({ city: "bangalore", otherCity: "" })).toBeNull();
});

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

test("a star rating from 1 to 5 is required", { tags: ["5.8", "9.7"] }, () => {
  const ratingRequired = {
    title: "Rating Required",
    description: "Please select a star rating.",
    duration: 3000,
    fields: [{ field: "rating", message: "Please select a star rating." }],
  };
  for (const rating of [0, -1, 6, 4.5, Number.NaN]) expect(check({ rating })).toEqual(ratingRequired);
  for (const rating of [1, 2, 3, 4, 5]) expect(check({ rating })).toBeNull();
});

test("the first issue needs a description", { tags: ["5.9", "5.11"] }, () => {
  const problem = check({ issues: [issue("i1", " "), issue("i2", "Leaking roof")] });
  expect(problem).toEqual({
    title: "Issue Description Required",
    description: "Please describe at least one issue, or enter 'Nil'.",
    duration: 4000,
    fields: [
      {
        field: "issues",
        message: "At least one issue description is required (or enter 'Nil').",
        issueId: "i1",
      },
    ],
  });
  expect(check({ issues: [] })?.title).toBe("Issue Description Required");
});

test("'Nil' and 'No issues' describe the first issue well enough", { tags: ["5.10"] }, () => {
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
  const titles: (string | undefined)[] = [];
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
  for (const change of mended) titles.push(check(Object.assign(faults, change))?.title);
  expect(titles).toEqual([
    "Incomplete Form",
    "Rating Required",
    "Issue Description Required",
    "Invalid Email",
    "Text Too Long",
    "Too Many Issues",
    "Invalid Move-in Date",
    undefined,
  ]);
});

test("an e-mail that is given must look like one", () => {
  const problem = check({ email: "asha@example" });
  expect(problem).toMatchObject({ title: "Invalid Email", description: "Enter a valid email address." });
  expect(problem?.fields).toEqual([{ field: "email", message: "Enter a valid email address." }]);
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

test("each text that is one character too long is told, in form order", () => {
  const problem = check({
    propertyName: "a".repeat(121),
    locality: "a".repeat(121),
    city: "Other",
    otherCity: "a".repeat(81),
    comment: "a".repeat(5001),
    email: `${"a".repeat(309)}@example.com`,
    issues: [issue("i1", "Nil"), issue("i2", "a".repeat(1001)), issue("i3", "a".repeat(1002))],
  });
  expect(problem).toMatchObject({ title: "Text Too Long", duration: 4000 });
  expect(problem?.fields).toEqual([
    { field: "propertyName", message: "Use at most 120 characters; these are 121." },
    { field: "locality", message: "Use at most 120 characters; these are 121." },
    { field: "otherCity", message: "Use at most 80 characters; these are 81." },
    { field: "comment", message: "Use at most 5000 characters; these are 5001." },
    { field: "email", message: "Use at most 320 characters; these are 321." },
    { field: "issues", message: "Use at most 1000 characters; these are 1001.", issueId: "i2" },
    { field: "issues", message: "Use at most 1000 characters; these are 1002.", issueId: "i3" },
  ]);
});

test("all issues together take at most 5000 characters", () => {
  const rows = ["i1", "i2", "i3", "i4", "i5"].map((id) => issue(id, "a".repeat(1000)));
  expect(check({ issues: rows })).toBeNull();
  expect(check({ issues: [...rows, issue("i6", " "), issue("i7", "b"), issue("i8", "c")] })?.fields).toEqual([
    { field: "issues", message: "Use at most 5000 characters for all issues together; these are 5002.", issueId: "i7" },
  ]);
});

test("at most 20 issues can be described", () => {
  const rows = Array.from({ length: 21 }, (_, index) => issue(`i${index + 1}`, "Damp"));
  expect(check({ issues: rows.slice(0, 20) })).toBeNull();
  expect(check({ issues: [...rows.slice(0, 20), issue("blank", "")] })).toBeNull();
  expect(check({ issues: rows })?.fields).toEqual([
    { field: "issues", message: "Please list at most 20 issues.", issueId: "i21" },
  ]);
});

test("a tenant may have moved in today but not tomorrow", { tags: ["2.98"] }, () => {
  expect(check({ moveInDate: "2025-05-05" })).toBeNull();
  expect(check({ moveInDate: "2025-05-06" })).toEqual({
    title: "Invalid Move-in Date",
    description: "Move-in date cannot be after today.",
    duration: 4000,
    fields: [{ field: "moveInDate", message: "Move-in date cannot be after today." }],
  });
});

test("a tenant cannot have moved in before 1950", () => {
  expect(EARLIEST_MOVE_IN_DATE).toBe("1950-01-01");
  expect(check({ moveInDate: "1950-01-01" })).toBeNull();
  expect(check({ moveInDate: "1949-12-31" })?.description).toBe("Move-in date cannot be before 1950.");
  expect(check({ moveInDate: "0025-05-05" })?.description).toBe("Move-in date cannot be before 1950.");
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
    "20250-01-01",
  ]) {
    expect(check({ moveInDate })?.description).toBe("Enter a valid move-in date.");
  }
});

test("everything optional may stay open", { tags: ["5.19"] }, () => {
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
  expect(text).toContain(`char_length(email) > ${MAX_LENGTHS.email}`);
  expect(trigger).toContain(`char_length(new.property_name) > ${MAX_LENGTHS.propertyName}`);
  expect(trigger).toContain(`char_length(new.locality) > ${MAX_LENGTHS.locality}`);
  expect(trigger).toContain(`char_length(new.city) > ${MAX_LENGTHS.city}`);
  expect(trigger).toContain(`char_length(new.review_text) > ${MAX_LENGTHS.comment}`);
  expect(trigger).toContain(`jsonb_array_length(given) > ${MAX_ISSUES}`);
  expect(trigger).toContain(`char_length(description) > ${MAX_LENGTHS.issueDescription}`);
  expect(trigger).toContain(`characters > ${MAX_LENGTHS.issues}`);
});

test("a full form is stored whole, its texts trimmed", () => {
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

test("what is not given is stored as null", { tags: ["3.7", "5.21", "5.23"] }, () => {
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

test("'Nil' beside a real issue is left out, since it would hide that issue on the card", () => {
  const rows = [issue("i1", " nil "), issue("i2", "Seepage"), issue("i3", "No issues")];
  expect(storedIssues(rows)).toEqual([{ id: "i2", description: "Seepage" }]);
});

function check(changes: Partial<SubmissionForm>): Problem | null {
  return checkSubmission(filled(changes), { isLoggedIn: true, today: "2025-05-05" });
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

function storedIssues(issues: SubmissionForm["issues"]) {
  return toReviewSubmission(filled({ issues }), { id: "r1", proofUrls: [] }).reportedIssues;
}
