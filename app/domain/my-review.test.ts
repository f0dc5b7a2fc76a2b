import { expect, test } from "vitest";
import { canAddFollowUp } from "./my-review";

test("three things can be added to a review, while readers see it", { tags: ["11.9"] }, () => {
  const added = { text: "Deposit returned.", addedOn: "2027-03-02" };
  expect(canAddFollowUp({ state: "public", followUps: [added, added] })).toBe(true);
  expect(canAddFollowUp({ state: "flagged", followUps: [] })).toBe(true);
  expect(canAddFollowUp({ state: "public", followUps: [added, added, added] })).toBe(false);
  expect(canAddFollowUp({ state: "hidden", followUps: [] })).toBe(false);
  expect(canAddFollowUp({ state: "withdrawn", followUps: [] })).toBe(false);
});
