import { expect, test } from "vitest";
import { durationInWords } from "./duration";

test("rounds a duration in the largest unit of which it has 1.5", () => {
  expect([20, 100, 5_300, 5_400, 100_000, 700_000].map(durationInWords)).toEqual([
    ...["1 minute", "2 minutes", "88 minutes", "2 hours", "28 hours", "8 days"],
  ]);
});
