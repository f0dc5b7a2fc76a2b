import { expect, test } from "vitest";
import { isEmail, isLongEnoughPassword, MIN_PASSWORD_LENGTH } from "./account";

test("text, @, text, dot, text is an e-mail address", { tags: ["5.32"] }, () => {
  for (const email of ["a@b.c", "asha.r@example.com", "asha+flat@mail.example.co.in", "आशा@उदाहरण.भारत"]) {
    expect(isEmail(email)).toBe(true);
  }
});

test("what lacks a part is no e-mail address", { tags: ["5.32"] }, () => {
  for (const email of ["", "asha", "asha@", "@example.com", "asha@example", "asha@.", "asha@example.", "asha@.com"]) {
    expect(isEmail(email)).toBe(false);
  }
});

test("an e-mail address has no spaces and one @", { tags: ["5.32"] }, () => {
  for (const email of [" a@b.c", "a@b.c ", "a b@c.d", "a@b c.d", "a@b.c\n", "a@b@c.d", "a@@b.c"]) {
    expect(isEmail(email)).toBe(false);
  }
});

test("an e-mail address has nothing that would name another mailbox or several", () => {
  for (const email of [
    "a<b@c.co",
    "a,b@c.co",
    "Prize<asha@example.in>",
    "a@b.c;d@e.f",
    "(a)b@c.co",
    '"a"@b.co',
    "a@[b.c]",
  ]) {
    expect(isEmail(email), email).toBe(false);
  }
});

test("a password of six characters is long enough, one of five is not", { tags: ["5.34", "9.12"] }, () => {
  expect(MIN_PASSWORD_LENGTH).toBe(6);
  expect(isLongEnoughPassword("12345")).toBe(false);
  expect(isLongEnoughPassword("123456")).toBe(true);
  expect(isLongEnoughPassword("")).toBe(false);
});

test("spaces in a password count, and an emoji counts as one character", () => {
  expect(isLongEnoughPassword("      ")).toBe(true);
  expect(isLongEnoughPassword("🏠🏠🏠🏠🏠")).toBe(false);
  expect(isLongEnoughPassword("🏠🏠🏠🏠🏠🏠")).toBe(true);
});
