import { expect, test } from "vitest";
import { followUpFault } from "./follow-up";

test("a follow-up says something, in at most 500 characters", { tags: ["11.9"] }, () => {
  expect(followUpFault(" \u200b\n")).toBe("missing");
  expect(followUpFault("Deposit returned in March.")).toBeNull();
  expect(followUpFault(` ${"🏠".repeat(500)} `)).toBeNull();
  expect(followUpFault("अ".repeat(501))).toBe("too-long");
});
