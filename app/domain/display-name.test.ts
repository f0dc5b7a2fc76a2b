import { expect, test } from "vitest";
import { ANONYMOUS, displayName } from "./display-name";

test("a review is named by the part of the e-mail before the @", { tags: ["2.81"] }, () => {
  expect(displayName("asha.r@example.com")).toBe("asha.r");
  expect(displayName("  asha.r@example.com ")).toBe("asha.r");
  expect(displayName("Asha+flat@example.com")).toBe("Asha+flat");
});

test("only the first @ counts", () => {
  expect(displayName("asha@home@example.com")).toBe("asha");
});

test("an e-mail that is still being typed already shows its name", () => {
  expect(displayName("asha")).toBe("asha");
});

test("a review without a name is anonymous", { tags: ["2.82"] }, () => {
  expect(ANONYMOUS).toBe("Anonymous");
  for (const email of [
    null,
    undefined,
    "",
    "   ",
    "@example.com",
    " @example.com",
    "\u200b@example.com",
    "\u200d@x.in",
  ]) {
    expect(displayName(email)).toBe("Anonymous");
  }
});

test("a name carries nothing invisible that could disguise it", () => {
  expect(displayName("as\u200bha\u202e@example.com")).toBe("asha");
});
