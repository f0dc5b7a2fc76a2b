import { expect, test } from "vitest";
import { median, percentile, rankTest, timing } from "./statistics.ts";

test("a percentile is one of the values", () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 20, 21, 50, 95, 100].map((hundredths) => percentile(values, hundredths))).toEqual([1, 1, 2, 3, 5, 5]);
  expect(percentile([], 50)).toBeNaN();
});

test("of 200 values the 95th percentile leaves ten above it", () => {
  const values = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(timing(values)).toEqual({ p50: 100, p95: 190, count: 200 });
});

test("the median lies in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

test("the rank test tells a shift from chance", () => {
  const values = Array.from({ length: 60 }, (_, index) => (index * 37) % 60);
  const shifted = values.map((value) => value + 20);
  expect(rankTest(values, values.toReversed())).toEqual({ isLarger: 0.5, p: expect.closeTo(1, 6) });
  expect(rankTest(shifted, values).isLarger).toBeGreaterThan(0.75);
  expect(rankTest(shifted, values).p).toBeLessThan(1e-5);
  // z = 1.96 leaves 5 %: 60 against 60, shifted by a fifth of their spread.
  expect(
    rankTest(
      [...values.keys()].map((value) => value + 6.2),
      values,
    ).p,
  ).toBeCloseTo(0.05, 1);
});
