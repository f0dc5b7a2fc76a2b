import { isEmail, isLongEnoughPassword, isTooLongPassword } from "./account";

export type AccountField = "email" | "password" | "currentPassword" | "newPassword" | "confirmPassword" | "reviews";

export interface FieldProblem {
  field: AccountField;
  code: "missing" | "invalid" | "too-short" | "too-long" | "different";
}

/** The first rule that a form breaks, and the fields at fault in form order. */
export interface Problem {
  rule: "required" | "email" | "min-length" | "max-length" | "match";
  fields: FieldProblem[];
}

type Form<Field extends AccountField> = Record<Field, string>;

export function checkLogIn(form: Form<"email" | "password">): Problem | null {
  return missingFields(form, ["email", "password"]);
}

/** Checks that email and password are given, that the email looks like one, and the length of the password. (spec 5) */
export function checkSignUp(form: Form<"email" | "password">): Problem | null {
  const missing = missingFields(form, ["email", "password"]);
  if (missing) return missing;
  const password = passwordProblem(form.password, "password");
  return emailProblem(form.email, password?.fields) ?? password;
}

export function checkResetRequest(form: Form<"email">): Problem | null {
  return missingFields(form, ["email"]) ?? emailProblem(form.email);
}

/** Checks that the new password is given twice, that both are equal, and its length. (spec 5) */
export function checkNewPassword(form: Form<"newPassword" | "confirmPassword">): Problem | null {
  const problem =
    missingFields(form, ["newPassword", "confirmPassword"]) ?? passwordProblem(form.newPassword, "newPassword");
  if (problem || form.newPassword === form.confirmPassword) return problem;
  return { rule: "match", fields: [{ field: "confirmPassword", code: "different" }] };
}

/** Checks that all three passwords are given, and the new ones as {@link checkNewPassword} does. (spec 11) */
export function checkPasswordChange(form: Form<"currentPassword" | "newPassword" | "confirmPassword">): Problem | null {
  return missingFields(form, ["currentPassword", "newPassword", "confirmPassword"]) ?? checkNewPassword(form);
}

/** Checks that the choice for the reviews and the password are given. A form omits radio buttons if none is chosen. (spec 11) */
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
