import { expect, test } from "vitest";
import { followUpFault } from "./follow-up";
import { canAddFollowUp } from "./my-review";
import { replyFault } from "./reply";

test("three things can be added to a review, while readers see it", { tags: ["11.8"] }, () => {
  const added = { text: "Deposit returned.", addedOn: "2027-03-02" };
  const states = ["public", "flagged", "hidden", "withdrawn"] as const;
  const of = (followUps: (typeof added)[]) => states.map((state) => canAddFollowUp({ state, followUps }));
  expect(of([added, added])).toEqual([true, true, false, false]);
  expect(of([added, added, added])).toEqual([false, false, false, false]);
});

test.for([
  ["follow-up", followUpFault, 500],
  ["reply", replyFault, 1000],
] as const)("a %s says something, in a limited length", { tags: ["11.8", "11.82"] }, ([, faultOf, length]) => {
  expect(faultOf(" \u200b\n")).toBe("missing");
  expect(faultOf(` ${"🏠".repeat(length)} `)).toBeNull();
  expect(faultOf("अ".repeat(length + 1))).toBe("too-long");
});
