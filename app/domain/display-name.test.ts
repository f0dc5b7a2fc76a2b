import { expect, test } from "vitest";
import { ANONYMOUS, displayName } from "./display-name";

test("names a review by the part of the email before the first @", { tags: ["2.81"] }, () => {
  const emails = ["asha.r@example.com", "  Asha+flat@example.com ", "asha@home@example.com", "as\u200bha\u202e@x.in"];
  expect(emails.map(displayName)).toEqual(["asha.r", "Asha+flat", "asha", "asha"]);
  expect(displayName("asha")).toBe("asha");
});

test("calls a review without a name anonymous", { tags: ["2.81"] }, () => {
  expect(ANONYMOUS).toBe("Anonymous");
  for (const email of [null, undefined, "", "   ", "@example.com", " @example.com", "\u200b@x.in", "\u200d@x.in"])
    expect(displayName(email)).toBe("Anonymous");
});
