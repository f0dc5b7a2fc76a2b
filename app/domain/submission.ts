import { isEmail } from "./account";
import { listedCity } from "./cities";
import { TOAST_DURATIONS } from "./durations";
import type {
  Duration,
  HowIssuesReported,
  IssueResolutionStatus,
  ManagementResponseTime,
  PropertyType,
  Severity,
} from "./enumerations";
import { characterCount, isBlank, plainLine, plainText } from "./plain-text";
import { saysNoIssues } from "./review";

export interface IssueRow {
  id: string;
  description: string;
  severity: Severity | "";
}

/** What the form holds while it is being filled in; "" stands for not given. (spec 2) */
export interface SubmissionForm {
  propertyName: string;
  locality: string;
  city: string;
  otherCity: string;
  propertyType: PropertyType | "";
  /** YYYY-MM-DD or "" */
  moveInDate: string;
  duration: Duration | "";
  /** 1 to 5; 0 while none is chosen. */
  rating: number;
  comment: string;
  email: string;
  wouldRecommend: boolean | null;
  moveOutIntent: boolean | null;
  issues: IssueRow[];
  howIssuesReported: HowIssuesReported | "";
  issueResolutionStatus: IssueResolutionStatus | "";
  managementResponseTime: ManagementResponseTime | "";
}

export type SubmissionField = keyof SubmissionForm | "files";

export interface FieldProblem {
  field: SubmissionField;
  /** Stands beside the field. */
  message: string;
  /** Which row is meant, where the field is `issues`. */
  issueId?: string;
}

/** Why a form cannot be submitted yet: a toast, and the fields at fault in form order. */
export interface Problem {
  title: string;
  description: string;
  /** Of the toast, in milliseconds. */
  duration: number;
  fields: FieldProblem[];
}

/** Longest texts, in characters after trimming; must match the checks in the migrations of reviews. */
export const MAX_LENGTHS = {
  propertyName: 120,
  locality: 120,
  city: 80,
  comment: 5000,
  issueDescription: 1000,
  /** All descriptions of one review together. */
  issues: 5000,
  email: 320,
} as const;

export const MAX_ISSUES = 20;

/** Nobody reviews an older stay; an earlier date is a slip of the pen. Must match the migrations of reviews. */
export const EARLIEST_MOVE_IN_DATE = "1950-01-01";

/** The blank form: one empty issue row, which gets the id given, and the e-mail of whoever is logged in, or "". (spec 2) */
export function emptySubmission({ email, issueId }: { email: string; issueId: string }): SubmissionForm {
  return {
    propertyName: "",
    locality: "",
    city: "",
    otherCity: "",
    propertyType: "",
    moveInDate: "",
    duration: "",
    rating: 0,
    comment: "",
    email,
    wouldRecommend: null,
    moveOutIntent: null,
    issues: [{ id: issueId, description: "", severity: "" }],
    howIssuesReported: "",
    issueResolutionStatus: "",
    managementResponseTime: "",
  };
}

/**
 * The city a review is stored under. A listed city, also under an older name or in another case, is stored in its
 * listed spelling. For Other or an unlisted name it is the text of the other-city field, which the form may fill
 * with the unlisted name; "" while that field is blank. (spec 2)
 */
export function submissionCity(form: Pick<SubmissionForm, "city" | "otherCity">): string {
  if (isBlank(form.city)) return "";
  return listedCity(form.city) ?? (isBlank(form.otherCity) ? "" : plainLine(form.otherCity));
}

/**
 * The first thing that keeps a form from being submitted, or null. Checked in this order: required fields, rating,
 * first issue, then the form of the e-mail, lengths, number of issues and move-in date. (spec 5)
 * `today` is India's date as YYYY-MM-DD.
 */
export function checkSubmission(
  form: SubmissionForm,
  { isLoggedIn, today }: { isLoggedIn: boolean; today: string },
): Problem | null {
  return (
    checkRequired(form, isLoggedIn) ??
    checkRating(form) ??
    checkFirstIssue(form) ??
    checkEmail(form) ??
    checkLengths(form) ??
    checkIssueCount(form) ??
    checkMoveInDate(form, today)
  );
}

function checkRequired(form: SubmissionForm, isLoggedIn: boolean): Problem | null {
  const missing: (FieldProblem & { name: string })[] = [];
  if (isBlank(form.propertyName)) {
    missing.push({ name: "Property Name", field: "propertyName", message: "Enter the property name." });
  }
  if (isBlank(form.locality)) {
    missing.push({ name: "Locality", field: "locality", message: "Enter the locality." });
  }
  if (isBlank(form.city)) {
    missing.push({ name: "City", field: "city", message: "Choose a city." });
  } else if (submissionCity(form) === "") {
    missing.push({ name: "City", field: "otherCity", message: "Enter the name of the city." });
  }
  if (isBlank(form.comment)) {
    missing.push({ name: "Review Text", field: "comment", message: "Write your review." });
  }
  if (!isLoggedIn && isBlank(form.email)) {
    missing.push({ name: "Email", field: "email", message: "Enter your email address." });
  }
  if (missing.length === 0) return null;
  return {
    title: "Incomplete Form",
    description: `Please fill in required fields: ${missing.map(({ name }) => name).join(", ")}.`,
    duration: TOAST_DURATIONS.incompleteForm,
    fields: missing.map(({ field, message }) => ({ field, message })),
  };
}

function checkRating({ rating }: SubmissionForm): Problem | null {
  if (Number.isInteger(rating) && rating >= 1 && rating <= 5) return null;
  return {
    title: "Rating Required",
    description: "Please select a star rating.",
    duration: TOAST_DURATIONS.ratingRequired,
    fields: [{ field: "rating", message: "Please select a star rating." }],
  };
}

function checkFirstIssue({ issues: [first] }: SubmissionForm): Problem | null {
  if (first && !isBlank(first.description)) return null;
  return {
    title: "Issue Description Required",
    description: "Please describe at least one issue, or enter 'Nil'.",
    duration: TOAST_DURATIONS.issueRequired,
    fields: [
      {
        field: "issues",
        message: "At least one issue description is required (or enter 'Nil').",
        ...(first && { issueId: first.id }),
      },
    ],
  };
}

function checkEmail({ email }: SubmissionForm): Problem | null {
  if (isBlank(email) || isEmail(plainLine(email))) return null;
  return {
    title: "Invalid Email",
    description: "Enter a valid email address.",
    duration: TOAST_DURATIONS.incompleteForm,
    fields: [{ field: "email", message: "Enter a valid email address." }],
  };
}

function checkLengths(form: SubmissionForm): Problem | null {
  const fields = [
    ...tooLong("propertyName", plainLine(form.propertyName), MAX_LENGTHS.propertyName),
    ...tooLong("locality", plainLine(form.locality), MAX_LENGTHS.locality),
    ...tooLong("otherCity", submissionCity(form), MAX_LENGTHS.city),
    ...tooLong("comment", plainText(form.comment), MAX_LENGTHS.comment),
    ...tooLong("email", plainLine(form.email), MAX_LENGTHS.email),
    ...form.issues.flatMap(({ id, description }) =>
      tooLong("issues", plainText(description), MAX_LENGTHS.issueDescription).map((problem) => ({
        ...problem,
        issueId: id,
      })),
    ),
    ...issuesTooLong(form.issues),
  ];
  if (fields.length === 0) return null;
  return {
    title: "Text Too Long",
    description: "Please shorten the marked text.",
    duration: TOAST_DURATIONS.incompleteForm,
    fields,
  };
}

function tooLong(field: SubmissionField, text: string, maxLength: number): FieldProblem[] {
  const length = characterCount(text);
  if (length <= maxLength) return [];
  return [{ field, message: `Use at most ${maxLength} characters; these are ${length}.` }];
}

/** Marks the issue with which it is too much. */
function issuesTooLong(issues: IssueRow[]): FieldProblem[] {
  let length = 0;
  let issueId: string | undefined;
  for (const { id, description } of issues) {
    length += characterCount(plainText(description));
    if (length > MAX_LENGTHS.issues) issueId ??= id;
  }
  if (issueId === undefined) return [];
  const message = `Use at most ${MAX_LENGTHS.issues} characters for all issues together; these are ${length}.`;
  return [{ field: "issues", message, issueId }];
}

function checkIssueCount({ issues }: SubmissionForm): Problem | null {
  const described = issues.filter(({ description }) => !isBlank(description));
  const extra = described[MAX_ISSUES];
  if (!extra) return null;
  const message = `Please list at most ${MAX_ISSUES} issues.`;
  return {
    title: "Too Many Issues",
    description: message,
    duration: TOAST_DURATIONS.issueRequired,
    fields: [{ field: "issues", message, issueId: extra.id }],
  };
}

function checkMoveInDate({ moveInDate }: SubmissionForm, today: string): Problem | null {
  const message = moveInDateMessage(moveInDate, today);
  if (!message) return null;
  return {
    title: "Invalid Move-in Date",
    description: message,
    duration: TOAST_DURATIONS.incompleteForm,
    fields: [{ field: "moveInDate", message }],
  };
}

function moveInDateMessage(date: string, today: string): string | null {
  if (date === "") return null;
  if (!isDate(date)) return "Enter a valid move-in date.";
  if (date > today) return "Move-in date cannot be after today.";
  if (date < EARLIEST_MOVE_IN_DATE) return "Move-in date cannot be before 1950.";
  return null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // A day that does not exist, such as 30 February, is no date or rolls over into the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A review on its way to the database, which adds author, display name, time and flags itself. (spec 3) */
export interface ReviewSubmission {
  id: string;
  propertyName: string;
  locality: string;
  city: string;
  propertyType: PropertyType | null;
  /** YYYY-MM-DD */
  moveInDate: string | null;
  duration: Duration | null;
  rating: number;
  comment: string;
  email: string | null;
  wouldRecommend: boolean | null;
  moveOutIntent: boolean | null;
  reportedIssues: SubmittedIssue[] | null;
  proofUrls: string[] | null;
  howIssuesReported: HowIssuesReported | null;
  issueResolutionStatus: IssueResolutionStatus | null;
  managementResponseTime: ManagementResponseTime | null;
}

export interface SubmittedIssue {
  id: string;
  description: string;
  severity?: Severity;
}

/**
 * A checked form as it is stored: texts trimmed, what is not given null, blank issue rows left out, no issues at all
 * when the first row is blank. 'Nil' alone is stored like any other issue and hidden where reviews are shown; beside real
 * issues it is left out, since a card whose first issue says 'Nil' shows none. (spec 2, 5)
 */
export function toReviewSubmission(
  form: SubmissionForm,
  { id, proofUrls }: { id: string; proofUrls: readonly string[] },
): ReviewSubmission {
  return {
    id,
    propertyName: plainLine(form.propertyName),
    locality: plainLine(form.locality),
    city: submissionCity(form),
    propertyType: form.propertyType || null,
    moveInDate: form.moveInDate || null,
    duration: form.duration || null,
    rating: form.rating,
    comment: plainText(form.comment),
    email: isBlank(form.email) ? null : plainLine(form.email),
    wouldRecommend: form.wouldRecommend,
    moveOutIntent: form.moveOutIntent,
    reportedIssues: storedIssues(form.issues),
    proofUrls: proofUrls.length > 0 ? [...proofUrls] : null,
    howIssuesReported: form.howIssuesReported || null,
    issueResolutionStatus: form.issueResolutionStatus || null,
    managementResponseTime: form.managementResponseTime || null,
  };
}

function storedIssues(rows: readonly IssueRow[]): SubmittedIssue[] | null {
  const [first] = rows;
  if (!first || isBlank(first.description)) return null;
  const described = rows.filter(({ description }) => !isBlank(description));
  const real = described.filter(({ description }) => !saysNoIssues(plainText(description)));
  return (real.length > 0 ? real : described).map(({ id, description, severity }) => ({
    id,
    description: plainText(description),
    ...(severity !== "" && { severity }),
  }));
}
