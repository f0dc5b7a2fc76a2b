import { expect, test } from "vitest";
import { replyFault } from "./reply";

test("a reply says something, in at most 1,000 characters", { tags: ["11.82"] }, () => {
  expect(replyFault(" \u200b\n")).toBe("missing");
  expect(replyFault("The lift was repaired in May.")).toBeNull();
  expect(replyFault(` ${"🏠".repeat(1000)} `)).toBeNull();
  expect(replyFault("अ".repeat(1001))).toBe("too-long");
});
