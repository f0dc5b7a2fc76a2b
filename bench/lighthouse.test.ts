import { expect, test } from "vitest";
import { type Phone, runsOf } from "./lighthouse.ts";

test("the three visits with the fastest machine count, whatever they measured", () => {
  const visits = [visit(900, 10), visit(2_100, 40), visit(1_500, 0), visit(2_000, 60), visit(2_200, 20)];
  expect(runsOf(visits).map(({ blocking }) => blocking)).toEqual([20, 40, 60]);
  expect(runsOf(visits.slice(0, 2))).toHaveLength(2);
});

function visit(machine: number, blocking: number): Phone {
  return { performance: 100, firstPaint: 900, largestPaint: 1_300, blocking, shift: 0, machine };
}
