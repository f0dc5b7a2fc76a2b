import { expect, test } from "vitest";
import { checkLogIn, checkNewPassword, checkResetRequest, checkSignUp } from "./check-fields";

test("missing fields are named in the order of the form", { tags: ["5.38"] }, () => {
  const problem = checkLogIn({ email: "  ", password: "" });
  expect(problem?.toast).toMatchObject({
    title: "Incomplete Form",
    description: "Please fill in required fields: Email, Password.",
    duration: 4000,
    variant: "destructive",
  });
  expect(problem?.fields.map(({ field }) => field)).toEqual(["email", "password"]);
});

test("a password may consist of spaces", () => {
  expect(checkLogIn({ email: "asha@example.com", password: "      " })).toBeNull();
});

test.each(["asha", "asha@example", "asha@exam ple.com", "@example.com"])(
  "sign-up refuses the e-mail %s",
  { tags: ["5.32"] },
  (email) => {
    expect(checkSignUp({ email, password: "secret" })?.toast).toMatchObject({
      title: "Invalid Email",
      description: "Enter a valid email address.",
    });
  },
);

test("sign-up wants six characters", { tags: ["5.34", "5.35"] }, () => {
  expect(checkSignUp({ email: "asha@example.com", password: "12345" })?.toast).toMatchObject({
    title: "Password Too Short",
    description: "Password must be at least 6 characters long.",
  });
  expect(checkSignUp({ email: " asha@example.com ", password: "123456" })).toBeNull();
});

test("a new password has no end that would count for nothing", () => {
  const tooLong = { title: "Password Too Long" };
  const email = "asha@example.com";
  for (const [longest, more] of [
    ["a".repeat(72), "a"],
    ["क".repeat(24), "ख"],
    ["🏠".repeat(18), "!"],
  ] as const) {
    expect(checkSignUp({ email, password: longest })).toBeNull();
    const problem = checkSignUp({ email, password: longest + more });
    expect(problem?.toast).toMatchObject(tooLong);
    expect(problem?.fields).toEqual([{ field: "password", message: expect.stringContaining("24 letters") }]);
    const changed = { newPassword: longest + more, confirmPassword: longest + more };
    expect(checkNewPassword(changed)?.toast).toMatchObject(tooLong);
    expect(checkNewPassword({ newPassword: longest, confirmPassword: longest })).toBeNull();
  }
});

test("both faults of a sign-up stand beside their fields, the first one is announced", () => {
  const problem = checkSignUp({ email: "asha", password: "123" });
  expect(problem?.toast.title).toBe("Invalid Email");
  expect(problem?.fields.map(({ field }) => field)).toEqual(["email", "password"]);
});

test("a reset request wants an e-mail address", { tags: ["5.38"] }, () => {
  expect(checkResetRequest({ email: "" })?.toast.title).toBe("Incomplete Form");
  expect(checkResetRequest({ email: "asha" })?.toast.title).toBe("Invalid Email");
  expect(checkResetRequest({ email: "asha@example.com" })).toBeNull();
});

test("a new password is long enough and typed twice alike", { tags: ["5.35", "5.36", "5.38"] }, () => {
  expect(checkNewPassword({ newPassword: "", confirmPassword: "" })?.toast.description).toBe(
    "Please fill in required fields: New Password, Confirm Password.",
  );
  expect(checkNewPassword({ newPassword: "12345", confirmPassword: "12345" })?.toast.title).toBe("Password Too Short");
  const different = checkNewPassword({ newPassword: "123456", confirmPassword: "123457" });
  expect(different?.toast).toMatchObject({
    title: "Passwords Do Not Match",
    description: "Please ensure both password fields are identical.",
  });
  expect(different?.fields[0]?.field).toBe("confirmPassword");
  expect(checkNewPassword({ newPassword: "123456", confirmPassword: "123456" })).toBeNull();
});
