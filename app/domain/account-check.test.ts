import { expect, test } from "vitest";
import { checkLogIn, checkNewPassword, checkResetRequest, checkSignUp } from "./account-check";

test("missing fields are named in the order of the form", { tags: ["5.38"] }, () => {
  expect(checkLogIn({ email: "  ", password: "" })).toEqual({
    rule: "required",
    fields: [
      { field: "email", code: "missing" },
      { field: "password", code: "missing" },
    ],
  });
});

test("a password may consist of spaces", () => {
  expect(checkLogIn({ email: "asha@example.com", password: "      " })).toBeNull();
});

test.each(["asha", "asha@example", "asha@exam ple.com", "@example.com"])(
  "sign-up refuses the e-mail %s",
  { tags: ["5.32"] },
  (email) => {
    expect(checkSignUp({ email, password: "secret" })).toEqual({
      rule: "email",
      fields: [{ field: "email", code: "invalid" }],
    });
  },
);

test("sign-up requires six characters", { tags: ["5.34"] }, () => {
  expect(checkSignUp({ email: "asha@example.com", password: "12345" })).toEqual({
    rule: "min-length",
    fields: [{ field: "password", code: "too-short" }],
  });
  expect(checkSignUp({ email: " asha@example.com ", password: "123456" })).toBeNull();
});

test("a new password has at most the 72 bytes that bcrypt reads", () => {
  const email = "asha@example.com";
  for (const [longest, more] of [
    ["a".repeat(72), "a"],
    ["क".repeat(24), "ख"],
    ["🏠".repeat(18), "!"],
  ] as const) {
    expect(checkSignUp({ email, password: longest })).toBeNull();
    expect(checkSignUp({ email, password: longest + more })).toEqual({
      rule: "max-length",
      fields: [{ field: "password", code: "too-long" }],
    });
    expect(checkNewPassword({ newPassword: longest, confirmPassword: longest })).toBeNull();
    expect(checkNewPassword({ newPassword: longest + more, confirmPassword: longest + more })?.rule).toBe("max-length");
  }
});

test("sign-up reports both fields at fault, and the rule of the first", () => {
  expect(checkSignUp({ email: "asha", password: "123" })).toEqual({
    rule: "email",
    fields: [
      { field: "email", code: "invalid" },
      { field: "password", code: "too-short" },
    ],
  });
});

test("a reset request requires an e-mail address", { tags: ["5.38"] }, () => {
  expect(checkResetRequest({ email: "" })?.rule).toBe("required");
  expect(checkResetRequest({ email: "asha" })?.rule).toBe("email");
  expect(checkResetRequest({ email: "asha@example.com" })).toBeNull();
});

test("a new password is long enough and typed twice alike", { tags: ["5.35", "5.36", "5.38"] }, () => {
  expect(checkNewPassword({ newPassword: "", confirmPassword: "" })?.fields).toEqual([
    { field: "newPassword", code: "missing" },
    { field: "confirmPassword", code: "missing" },
  ]);
  expect(checkNewPassword({ newPassword: "12345", confirmPassword: "12345" })?.rule).toBe("min-length");
  expect(checkNewPassword({ newPassword: "123456", confirmPassword: "123457" })).toEqual({
    rule: "match",
    fields: [{ field: "confirmPassword", code: "different" }],
  });
  expect(checkNewPassword({ newPassword: "123456", confirmPassword: "123456" })).toBeNull();
});
