import { expect, test } from "vitest";
import { isEmail, isLongEnoughPassword, MIN_PASSWORD_LENGTH } from "./account";

test("accepts text, @, text, dot, text as an email address", { tags: ["5.32"] }, () => {
  const valid = ["a@b.c", "asha.r@example.com", "asha+flat@mail.example.co.in", "आशा@उदाहरण.भारत"];
  const incomplete = ["", "asha", "asha@", "@example.com", "asha@example", "asha@.", "asha@example.", "asha@.com"];
  const spaced = [" a@b.c", "a@b.c ", "a b@c.d", "a@b c.d", "a@b.c\n"];
  const several = ["a@b@c.d", "a@@b.c", "a<b@c.co", "a>b@c.co", "a,b@c.co", "a@b.c;d@e.f", "(a)b@c.co", "a)b@c.co"];
  const quoted = ['"a"@b.co', "a@[b.c", "a@b.c]"];
  expect(valid.filter((email) => !isEmail(email))).toEqual([]);
  expect([...incomplete, ...spaced, ...several, ...quoted].filter(isEmail)).toEqual([]);
});

test("requires six characters in a password and counts an emoji as one", { tags: ["5.34"] }, () => {
  expect(MIN_PASSWORD_LENGTH).toBe(6);
  expect(["123456", "      ", "🏠🏠🏠🏠🏠🏠"].map(isLongEnoughPassword)).toEqual([true, true, true]);
  expect(["", "12345", "🏠🏠🏠🏠🏠"].map(isLongEnoughPassword)).toEqual([false, false, false]);
});
