import { expect, test } from "vitest";
import { fieldMessage, problemToast } from "./account-form-wording";
import { checkLogIn, checkNewPassword, checkSignUp } from "~/domain/account-check";

const EMAIL = "asha@example.com";

test.each([
  [checkLogIn({ email: "", password: "" }), null, ["Email is required.", "Password is required."]],
  [
    checkNewPassword({ newPassword: "", confirmPassword: "" }),
    null,
    ["New Password is required.", "Confirm Password is required."],
  ],
  [
    checkSignUp({ email: "asha", password: "secret" }),
    ["Invalid Email", "Enter a valid email address."],
    ["Use the form name@example.com, without spaces."],
  ],
  [
    checkSignUp({ email: EMAIL, password: "12345" }),
    ["Password Too Short", "Password must be at least 6 characters long."],
    ["Use 6 characters or more."],
  ],
  [
    checkSignUp({ email: EMAIL, password: "क".repeat(25) }),
    null,
    ["Use a shorter one: at most 72 English letters, or 24 letters of an Indian script."],
  ],
  [
    checkNewPassword({ newPassword: "123456", confirmPassword: "123457" }),
    ["Passwords Do Not Match", "Please ensure both password fields are identical."],
    ["This does not match the new password above."],
  ],
])(
  "shows %o beside the fields, and in a toast if one is specified",
  { tags: ["5.32", "5.34", "5.38"] },
  (problem, said, beside) => {
    const toast = problem && problemToast(problem);
    expect(toast && [toast.title, toast.description]).toEqual(said);
    expect(problem?.fields.map(fieldMessage)).toEqual(beside);
  },
);
