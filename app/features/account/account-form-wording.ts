import { MIN_PASSWORD_LENGTH } from "~/domain/account";
import type { AccountField, FieldProblem, Problem } from "~/domain/account-check";
import type { ToastMessage } from "~/ui/toast";

/** Why a field is wrong: a rule that it breaks, or a refusal of the account service. */
export type FieldFault =
  | FieldProblem
  | { field: AccountField; code: "wrong-credentials" | "wrong-password" | "email-refused" | "password-refused" };

export const PASSWORD_HINT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`;

const FIELD_NAMES = {
  email: "Email",
  password: "Password",
  currentPassword: "Current Password",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
} satisfies Record<Exclude<AccountField, "reviews">, string>;

export const INVALID_EMAIL_TOAST: ToastMessage = {
  title: "Invalid Email",
  description: "Enter a valid email address.",
  variant: "destructive",
};

const PROBLEM_TOASTS: Record<Problem["rule"], ToastMessage | null> = {
  required: null,
  email: INVALID_EMAIL_TOAST,
  "min-length": {
    title: "Password Too Short",
    description: PASSWORD_HINT,
    variant: "destructive",
  },
  "max-length": null,
  match: {
    title: "Passwords Do Not Match",
    description: "Please ensure both password fields are identical.",
    variant: "destructive",
  },
};

/** Returns the toast of a problem; null if the messages beside the fields are enough. (spec 5) */
export function problemToast({ rule }: Problem): ToastMessage | null {
  return PROBLEM_TOASTS[rule];
}

const FIELD_MESSAGES = {
  invalid: "Use the form name@example.com, without spaces.",
  "too-short": `Use ${MIN_PASSWORD_LENGTH} characters or more.`,
  "too-long": "Use a shorter one: at most 72 English letters, or 24 letters of an Indian script.",
  different: "This does not match the new password above.",
  "wrong-credentials": "Check the email and the password.",
  "wrong-password": "This is not the password of your account.",
  "email-refused": "This address is not accepted. Please use another one.",
  "password-refused": "Make it longer, or mix capital and small letters, digits and symbols.",
} satisfies Record<Exclude<FieldFault["code"], "missing">, string>;

/** Returns the message beside a field. */
export function fieldMessage({ field, code }: FieldFault): string {
  if (code !== "missing") return FIELD_MESSAGES[code];
  return field === "reviews" ? "Choose what happens to your reviews." : `${FIELD_NAMES[field]} is required.`;
}
