import { expect, test } from "vitest";
import { problemToast } from "./account-form-wording";
import { checkLogIn, checkNewPassword, checkSignUp, type Problem } from "~/domain/account-check";

const EMAIL = "asha@example.com";

test.each<[Problem | null, title?: string, description?: string]>([
  [checkLogIn({ email: "", password: "" })],
  [checkSignUp({ email: EMAIL, password: "क".repeat(25) })],
  [checkSignUp({ email: "asha", password: "secret" }), "Invalid Email", "Enter a valid email address."],
  [
    checkSignUp({ email: EMAIL, password: "12345" }),
    "Password Too Short",
    "Password must be at least 6 characters long.",
  ],
  [
    checkNewPassword({ newPassword: "123456", confirmPassword: "123457" }),
    "Passwords Do Not Match",
    "Please ensure both password fields are identical.",
  ],
])("shows %o in a toast only if one is specified: %s", { tags: ["5.32", "5.34"] }, (problem, title, description) => {
  const toast = title === undefined ? null : { title, description, variant: "destructive" };
  expect(problem && problemToast(problem)).toEqual(toast);
});
