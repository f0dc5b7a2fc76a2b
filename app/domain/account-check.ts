import { isEmail, isLongEnoughPassword, isTooLongPassword } from "./account";

export type AccountField = "email" | "password" | "currentPassword" | "newPassword" | "confirmPassword" | "reviews";

/** What is wrong with one field. */
export interface FieldProblem {
  field: AccountField;
  code: "missing" | "invalid" | "too-short" | "too-long" | "different";
}

/** The rule that keeps a form from being submitted, and the fields at fault in form order. */
export interface Problem {
  rule: "required" | "email" | "min-length" | "max-length" | "match";
  fields: FieldProblem[];
}

type Form<Field extends AccountField> = Record<Field, string>;

/** E-mail and password are required. (spec 5) */
export function checkLogIn(form: Form<"email" | "password">): Problem | null {
  return missingFields(form, ["email", "password"]);
}

/** Both are required; the e-mail has the form of one and the password is neither too short nor too long. (spec 5) */
export function checkSignUp(form: Form<"email" | "password">): Problem | null {
  const missing = missingFields(form, ["email", "password"]);
  if (missing) return missing;
  const password = passwordProblem(form.password, "password");
  return emailProblem(form.email, password?.fields) ?? password;
}

/** The e-mail is required and has the form of one. (spec 5) */
export function checkResetRequest(form: Form<"email">): Problem | null {
  return missingFields(form, ["email"]) ?? emailProblem(form.email);
}

/** Both are required, neither too short nor too long, and the same. (spec 5) */
export function checkNewPassword(form: Form<"newPassword" | "confirmPassword">): Problem | null {
  const problem =
    missingFields(form, ["newPassword", "confirmPassword"]) ?? passwordProblem(form.newPassword, "newPassword");
  if (problem || form.newPassword === form.confirmPassword) return problem;
  return { rule: "match", fields: [{ field: "confirmPassword", code: "different" }] };
}

/** All three are required; the new one as in {@link checkNewPassword}. (spec 11) */
export function checkPasswordChange(form: Form<"currentPassword" | "newPassword" | "confirmPassword">): Problem | null {
  return missingFields(form, ["currentPassword", "newPassword", "confirmPassword"]) ?? checkNewPassword(form);
}

/**
 * What becomes of the reviews, and the password, are required. A form sends nothing for radio buttons of which none is
 * chosen. (spec 11)
 */
export function checkDeletion({ reviews = "", currentPassword }: Partial<Form<"reviews">> & Form<"currentPassword">) {
  return missingFields({ reviews, currentPassword }, ["reviews", "currentPassword"]);
}

function missingFields<Field extends AccountField>(form: Form<Field>, required: Field[]): Problem | null {
  const missing = required.filter((field) => (field === "email" ? form[field].trim() : form[field]) === "");
  if (missing.length === 0) return null;
  return { rule: "required", fields: missing.map((field) => ({ field, code: "missing" })) };
}

function emailProblem(email: string, others: FieldProblem[] = []): Problem | null {
  if (isEmail(email.trim())) return null;
  return { rule: "email", fields: [{ field: "email", code: "invalid" }, ...others] };
}

function passwordProblem(password: string, field: AccountField): Problem | null {
  if (!isLongEnoughPassword(password)) return { rule: "min-length", fields: [{ field, code: "too-short" }] };
  if (isTooLongPassword(password)) return { rule: "max-length", fields: [{ field, code: "too-long" }] };
  return null;
}
