import { expect, test } from "vitest";
import { aboutEmail } from "./wording.ts";

test("an e-mail about which nothing is kept is answered with a sentence", () => {
  const nothing = { accounts: [], reviews: [], reports: [], waitlist: null };
  expect(aboutEmail(nothing)).toBe("Nothing is kept about this e-mail.");
  const listed = { ...nothing, waitlist: { name: "Asha" } };
  expect(JSON.parse(aboutEmail(listed))).toEqual(listed);
});
