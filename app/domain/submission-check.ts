import { isEmail } from "./account";
import { listedCity } from "./cities";
import { fold } from "./fold";
import { cleanText, holdsAddress, holdsLongNumber, mixesAlphabets, plainName } from "./plain-name";
import { characterCount, isBlank, plainLine, plainText } from "./plain-text";
import { EARLIEST_MOVE_IN_DATE, MAX_ISSUES, MAX_LENGTHS, TEXTS } from "./review-texts";
import { submissionCity, type IssueRow, type SubmissionForm } from "./submission";

export type SubmissionField = keyof SubmissionForm;

export type FieldProblem = {
  /** The row at fault, for `issues`. */
  issueId?: string;
} & (
  | { code: "missing"; field: RequiredField | "rating" | "issues" }
  | { code: "invalid"; field: "email" | "moveInDate" }
  | { code: "not-own"; field: "email" }
  | { code: "in-future" | "too-early"; field: "moveInDate" }
  | { code: "mixed-alphabets" | "address" | "long-number"; field: "propertyName" | "locality" | "otherCity" }
  | { code: "too-many"; field: "issues" }
  /** "too-long-together": all issues together. Lengths are in characters. */
  | { code: "too-long" | "too-long-together"; field: SubmissionField; length: number; maxLength: number }
);

/** The first rule that a form breaks, and the fields at fault in form order. */
export interface Problem {
  rule: "required" | "rating" | "first-issue" | "names" | "email" | "length" | "issue-count" | "move-in-date";
  /** Fields that break this rule. */
  fields: FieldProblem[];
  /** Fields that break any rule. */
  allFields: FieldProblem[];
}

const REQUIRED = ["propertyName", "locality", "city", "otherCity", "comment", "email"] as const;
export type RequiredField = (typeof REQUIRED)[number];

/**
 * Returns the first rule that a form breaks, with all fields at fault; null if there is none. Order of the rules: required fields,
 * rating, first issue, names, email, lengths, number of issues, move-in date. `accountEmail` is the signed-in author's, null on a
 * site without accounts. `today` is the date in India, YYYY-MM-DD. (spec 5)
 */
export function checkSubmission(
  form: SubmissionForm,
  { accountEmail, today }: { accountEmail: string | null; today: string },
): Problem | null {
  const checks: Record<Problem["rule"], () => FieldProblem[]> = {
    required: () => missingFields(form, accountEmail),
    rating: () => (isRating(form.rating) ? [] : [{ field: "rating", code: "missing" }]),
    "first-issue": () => missingIssue(form.issues),
    names: () => misleadingNames(form),
    email: () => emailProblem(form.email, accountEmail),
    length: () => longTexts(form),
    "issue-count": () => extraIssue(form.issues),
    "move-in-date": () => moveInDateProblem(form.moveInDate, today),
  };
  const broken = (Object.entries(checks) as [Problem["rule"], () => FieldProblem[]][])
    .map(([rule, check]) => ({ rule, fields: check() }))
    .filter(({ fields }) => fields.length > 0);
  const [first] = broken;
  return first ? { ...first, allFields: broken.flatMap(({ fields }) => fields) } : null;
}

function missingFields(form: SubmissionForm, accountEmail: string | null): FieldProblem[] {
  const isMissing: Record<RequiredField, boolean> = {
    propertyName: fold(plainLine(form.propertyName)) === "",
    locality: fold(plainLine(form.locality)) === "",
    city: isBlank(form.city),
    otherCity: !isBlank(form.city) && submissionCity(form) === "",
    comment: isBlank(form.comment),
    email: accountEmail === null && isBlank(form.email),
  };
  return REQUIRED.filter((field) => isMissing[field]).map((field) => ({ field, code: "missing" }));
}

/** Finds names that would mislead readers. Must match private.clean_required in the database. */
function misleadingNames(form: SubmissionForm): FieldProblem[] {
  const otherCity = listedCity(form.city) === null ? form.otherCity : "";
  const names = { propertyName: form.propertyName, locality: form.locality, otherCity };
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((field): FieldProblem[] => {
    const plain = plainName(names[field]);
    if (mixesAlphabets(plain)) return [{ field, code: "mixed-alphabets" }];
    if (holdsAddress(names[field])) return [{ field, code: "address" }];
    return holdsLongNumber(plain) ? [{ field, code: "long-number" }] : [];
  });
}

/** Rejects another person's email, because the review would be attributed to them. Must match private.check_submitted_review. */
function emailProblem(email: string, accountEmail: string | null): FieldProblem[] {
  if (isBlank(email)) return [];
  const given = plainLine(email);
  if (!isEmail(given)) return [{ field: "email", code: "invalid" }];
  const isOwn = accountEmail === null || emailKey(given) === emailKey(accountEmail);
  return isOwn ? [] : [{ field: "email", code: "not-own" }];
}

/** Normalizes an email for comparison. Must match private.email_key in the database. */
function emailKey(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= 1 && rating <= 5;
}

function missingIssue([first]: IssueRow[]): FieldProblem[] {
  if (first && !isBlank(first.description)) return [];
  return [{ field: "issues", code: "missing", ...(first && { issueId: first.id }) }];
}

function longTexts(form: SubmissionForm): FieldProblem[] {
  return [
    ...TEXTS.flatMap((name) =>
      name === "city"
        ? tooLong("otherCity", submissionCity(form), MAX_LENGTHS.city)
        : tooLong(name, cleanText(name, form[name]), MAX_LENGTHS[name]),
    ),
    ...tooLong("email", plainLine(form.email), MAX_LENGTHS.email),
    ...form.issues.flatMap(({ id, description }) =>
      tooLong("issues", plainText(description), MAX_LENGTHS.issueDescription).map((problem) => ({
        ...problem,
        issueId: id,
      })),
    ),
    ...issuesTooLong(form.issues),
  ];
}

function tooLong(field: SubmissionField, text: string, maxLength: number): FieldProblem[] {
  const length = characterCount(text);
  return length <= maxLength ? [] : [{ field, code: "too-long", length, maxLength }];
}

/** Returns the issue that exceeds the limit of all issues together. */
function issuesTooLong(issues: IssueRow[]): FieldProblem[] {
  let length = 0;
  let issueId: string | undefined;
  for (const { id, description } of issues) {
    length += characterCount(plainText(description));
    if (length > MAX_LENGTHS.issues) issueId ??= id;
  }
  if (issueId === undefined) return [];
  return [{ field: "issues", issueId, code: "too-long-together", length, maxLength: MAX_LENGTHS.issues }];
}

function extraIssue(issues: IssueRow[]): FieldProblem[] {
  const extra = issues.filter(({ description }) => !isBlank(description))[MAX_ISSUES];
  return extra ? [{ field: "issues", issueId: extra.id, code: "too-many" }] : [];
}

function moveInDateProblem(date: string, today: string): FieldProblem[] {
  if (date === "") return [];
  const field = "moveInDate";
  if (!isDate(date)) return [{ field, code: "invalid" }];
  if (date > today) return [{ field, code: "in-future" }];
  if (date < EARLIEST_MOVE_IN_DATE) return [{ field, code: "too-early" }];
  return [];
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // A day that does not exist, such as 30 February, is invalid or rolls over into the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
