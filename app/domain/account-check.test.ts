import { expect, test } from "vitest";
import { checkLogIn, checkNewPassword, checkResetRequest, checkSignUp } from "./account-check";

const EMAIL = "asha@example.com";

test("names missing fields of the log-in in form order, and accepts any password", { tags: ["5.38"] }, () => {
  expect(checkLogIn({ email: "  ", password: "" })).toEqual({
    rule: "required",
    fields: [
      { field: "email", code: "missing" },
      { field: "password", code: "missing" },
    ],
  });
  expect(checkLogIn({ email: EMAIL, password: " " })).toBeNull();
});

test("reports every field of the sign-up at fault, and the rule of the first", { tags: ["5.32", "5.34"] }, () => {
  const tooShort = { field: "password", code: "too-short" };
  expect(checkSignUp({ email: "asha", password: "12345" })).toEqual({
    rule: "email",
    fields: [{ field: "email", code: "invalid" }, tooShort],
  });
  expect(checkSignUp({ email: EMAIL, password: "12345" })).toEqual({ rule: "min-length", fields: [tooShort] });
  expect(checkSignUp({ email: ` ${EMAIL} `, password: "123456" })).toBeNull();
});

test.for([
  ["a".repeat(72), "a"],
  ["क".repeat(24), "ख"],
  ["🏠".repeat(18), "!"],
] as const)("limits a new password to the 72 bytes that bcrypt reads: %s", ([longest, more]) => {
  const tooLong = { rule: "max-length", fields: [{ field: "password", code: "too-long" }] };
  expect(checkSignUp({ email: EMAIL, password: longest })).toBeNull();
  expect(checkSignUp({ email: EMAIL, password: longest + more })).toEqual(tooLong);
  expect(checkNewPassword({ newPassword: longest, confirmPassword: longest })).toBeNull();
  expect(checkNewPassword({ newPassword: longest + more, confirmPassword: longest + more })?.rule).toBe("max-length");
});

test("requires an email address for a reset", { tags: ["5.38"] }, () => {
  const rules = ["", "asha", EMAIL].map((email) => checkResetRequest({ email })?.rule);
  expect(rules).toEqual(["required", "email", undefined]);
});

test("requires a new password of enough characters, typed twice", { tags: ["5.34", "5.38"] }, () => {
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
