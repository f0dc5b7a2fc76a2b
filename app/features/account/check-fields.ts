import { isEmail, isLongEnoughPassword, isTooLongPassword, MIN_PASSWORD_LENGTH } from "~/domain/account";
import { TOAST_DEFAULT_DURATION, TOAST_DURATIONS } from "~/domain/durations";
import type { ToastMessage } from "~/ui/toast";

/** In the order of the forms; the label is what a message calls the field. */
export const ACCOUNT_FIELDS = {
  email: "Email",
  password: "Password",
  newPassword: "New Password",
  confirmPassword: "Confirm Password",
} as const;
export type AccountField = keyof typeof ACCOUNT_FIELDS;

export interface FieldMessage {
  field: AccountField;
  message: string;
}

/** What is wrong with a form: the toast, and the message beside each field at fault, the first one first. */
export interface Problem {
  toast: ToastMessage;
  fields: FieldMessage[];
}

type Fields<Field extends AccountField> = Record<Field, string>;

const INVALID_EMAIL = "Use the form name@example.com, without spaces.";
const TOO_SHORT = `Use ${MIN_PASSWORD_LENGTH} characters or more.`;
const TOO_LONG = "Use a shorter one: 72 English letters fit, or 24 letters of an Indian script.";
const NOT_THE_SAME = "This differs from the new password above.";

/** E-mail and password are required. (spec 5) */
export function checkLogIn(form: Fields<"email" | "password">): Problem | null {
  return missingFields(form, ["email", "password"]);
}

/** Both are required; the e-mail has the form of one and the password is neither too short nor too long. (spec 5) */
export function checkSignUp(form: Fields<"email" | "password">): Problem | null {
  const missing = missingFields(form, ["email", "password"]);
  if (missing) return missing;
  const refused = refusedPassword(form.password, "password");
  return invalidEmail(form.email, refused?.fields ?? []) ?? refused;
}

/** The e-mail is required and has the form of one. (spec 5) */
export function checkResetRequest(form: Fields<"email">): Problem | null {
  return missingFields(form, ["email"]) ?? invalidEmail(form.email, []);
}

/** Both are required, neither too short nor too long, and the same. (spec 5) */
export function checkNewPassword(form: Fields<"newPassword" | "confirmPassword">): Problem | null {
  const missing = missingFields(form, ["newPassword", "confirmPassword"]);
  if (missing) return missing;
  const refused = refusedPassword(form.newPassword, "newPassword");
  if (refused) return refused;
  if (form.newPassword !== form.confirmPassword) {
    return { toast: PASSWORDS_DIFFER, fields: [{ field: "confirmPassword", message: NOT_THE_SAME }] };
  }
  return null;
}

export const INVALID_EMAIL_TOAST: ToastMessage = {
  title: "Invalid Email",
  description: "Enter a valid email address.",
  duration: TOAST_DEFAULT_DURATION,
  variant: "destructive",
};

const PASSWORD_TOO_SHORT: ToastMessage = {
  title: "Password Too Short",
  description: "Password must be at least 6 characters long.",
  duration: TOAST_DEFAULT_DURATION,
  variant: "destructive",
};

const PASSWORD_TOO_LONG: ToastMessage = {
  title: "Password Too Long",
  description: "Password must be at most 72 English letters or 24 letters of an Indian script long.",
  duration: TOAST_DEFAULT_DURATION,
  variant: "destructive",
};

const PASSWORDS_DIFFER: ToastMessage = {
  title: "Passwords Do Not Match",
  description: "Please ensure both password fields are identical.",
  duration: TOAST_DEFAULT_DURATION,
  variant: "destructive",
};

function invalidEmail(email: string, others: FieldMessage[]): Problem | null {
  if (isEmail(email.trim())) return null;
  return { toast: INVALID_EMAIL_TOAST, fields: [{ field: "email", message: INVALID_EMAIL }, ...others] };
}

function refusedPassword(password: string, field: AccountField): Problem | null {
  if (!isLongEnoughPassword(password)) return { toast: PASSWORD_TOO_SHORT, fields: [{ field, message: TOO_SHORT }] };
  if (isTooLongPassword(password)) return { toast: PASSWORD_TOO_LONG, fields: [{ field, message: TOO_LONG }] };
  return null;
}

function missingFields<Field extends AccountField>(form: Fields<Field>, required: Field[]): Problem | null {
  const missing = required.filter((field) => (field === "email" ? form[field].trim() : form[field]) === "");
  if (missing.length === 0) return null;
  const names = missing.map((field) => ACCOUNT_FIELDS[field]);
  return {
    toast: {
      title: "Incomplete Form",
      description: `Please fill in required fields: ${names.join(", ")}.`,
      duration: TOAST_DURATIONS.incompleteForm,
      variant: "destructive",
    },
    fields: missing.map((field) => ({ field, message: `${ACCOUNT_FIELDS[field]} is required.` })),
  };
}
