import { listedCity, OTHER_CITY } from "./cities";
import type { Severity } from "./enumerations";
import { fold } from "./fold";
import { askedAnswers } from "./given-answers";
import { cleanText, plainName } from "./plain-name";
import { isBlank, plainLine, plainText } from "./plain-text";
import type { Answers } from "./questions";
import { type Review, saysNoIssues } from "./review";
import { makeTexts, type Texts } from "./review-texts";
import type { TooMany } from "./too-many";

export interface IssueRow {
  id: string;
  description: string;
  severity: Severity | "";
}

/** The values of the form; "" if not given. (spec 2) */
export interface SubmissionForm extends Texts {
  otherCity: string;
  /** YYYY-MM-DD or "" */
  moveInDate: string;
  /** 1 to 5; 0 if not chosen. */
  rating: number;
  email: string;
  answers: Answers;
  issues: IssueRow[];
}

/** A review to insert. The database adds author, display name, time and flags. (spec 3) */
export interface ReviewSubmission extends Texts {
  id: string;
  /** YYYY-MM-DD */
  moveInDate: string | null;
  rating: number;
  email: string | null;
  answers: Answers;
  reportedIssues: SubmittedIssue[] | null;
  proofUrls: string[] | null;
}

/** "id-taken": the author already sent a review with this id, usually in an attempt whose response was lost. */
export type InsertResult = "saved" | "id-taken" | "session-expired" | TooMany;

/** A review that this visitor stored: what readers see of it, or that it is hidden. The database assigns its id. */
export type StoredSubmission =
  Pick<Review, "id" | "propertyName" | "locality" | "city" | "comment"> | { id: string; hidden: true };

export type UploadResult = { path: string } | "session-expired";

interface SubmittedIssue {
  id: string;
  description: string;
  severity?: Severity;
}

/** Returns the blank form: one empty issue row with this id, and the visitor's email or "". (spec 2) */
export function emptySubmission({ email, issueId }: { email: string; issueId: string }): SubmissionForm {
  return {
    ...makeTexts(() => ""),
    otherCity: "",
    moveInDate: "",
    rating: 0,
    email,
    answers: {},
    issues: [{ id: issueId, description: "", severity: "" }],
  };
}

/**
 * Returns the city under which a review is stored: the city field if it names a listed city, otherwise the other-city field; listed
 * cities in their listed spelling. Returns "" if the city field is blank or neither field names a city. (spec 2)
 */
export function submissionCity(form: Pick<SubmissionForm, "city" | "otherCity">): string {
  if (isBlank(form.city)) return "";
  const other = plainName(form.otherCity);
  const isCity = !["", fold(OTHER_CITY)].includes(fold(other));
  return listedCity(form.city) ?? listedCity(other) ?? (isCity ? other : "");
}

/**
 * Returns a checked form as it is stored: texts trimmed, blank fields null, blank issue rows dropped, issues null if the first row is
 * blank. 'Nil' is stored if it is alone; next to real issues it is dropped, since a card whose first issue is 'Nil' shows none. (spec 2, 5)
 */
export function toReviewSubmission(
  form: SubmissionForm,
  { id, proofUrls }: { id: string; proofUrls: readonly string[] },
): ReviewSubmission {
  return {
    id,
    ...makeTexts((name) => cleanText(name, form[name])),
    city: submissionCity(form),
    moveInDate: form.moveInDate || null,
    rating: form.rating,
    email: isBlank(form.email) ? null : plainLine(form.email),
    answers: askedAnswers(form.answers),
    reportedIssues: storedIssues(form.issues),
    proofUrls: proofUrls.length > 0 ? [...proofUrls] : null,
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
