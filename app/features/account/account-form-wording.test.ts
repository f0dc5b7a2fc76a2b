import { expect, test } from "vitest";
import { fieldMessage, PASSWORD_HINT, problemToast } from "./account-form-wording";
import { checkLogIn, checkNewPassword, checkSignUp } from "~/domain/account-check";

test("the toast of an incomplete form names the fields", () => {
  const problem = checkLogIn({ email: "", password: "" });
  expect(problem && problemToast(problem)).toEqual({
    title: "Incomplete Form",
    description: "Please fill in required fields: Email, Password.",
    duration: 4000,
    variant: "destructive",
  });
  expect(problem?.fields.map(fieldMessage)).toEqual(["Email is required.", "Password is required."]);
  const blank = checkNewPassword({ newPassword: "", confirmPassword: "" });
  expect(blank && problemToast(blank).description).toBe(
    "Please fill in required fields: New Password, Confirm Password.",
  );
});

test.each([
  {
    problem: checkSignUp({ email: "asha", password: "secret" }),
    title: "Invalid Email",
    description: "Enter a valid email address.",
    beside: "Use the form name@example.com, without spaces.",
  },
  {
    problem: checkSignUp({ email: "asha@example.com", password: "12345" }),
    title: "Password Too Short",
    description: "Password must be at least 6 characters long.",
    beside: "Use 6 characters or more.",
  },
  {
    problem: checkSignUp({ email: "asha@example.com", password: "क".repeat(25) }),
    title: "Password Too Long",
    description: "Password can have at most 72 English letters, or 24 letters of an Indian script.",
    beside: "Use a shorter one: at most 72 English letters, or 24 letters of an Indian script.",
  },
  {
    problem: checkNewPassword({ newPassword: "123456", confirmPassword: "123457" }),
    title: "Passwords Do Not Match",
    description: "Please ensure both password fields are identical.",
    beside: "This does not match the new password above.",
  },
])("$title: $description", { tags: ["5.32", "5.35", "5.36"] }, ({ problem, title, description, beside }) => {
  expect(problem && problemToast(problem)).toEqual({ title, description, variant: "destructive" });
  expect(problem?.fields.map(fieldMessage)).toEqual([beside]);
});

test("the hint names the shortest password", { tags: ["2.114"] }, () => {
  expect(PASSWORD_HINT).toBe("Password must be at least 6 characters long.");
});
