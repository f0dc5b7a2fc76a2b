import { expect, test } from "vitest";
import { averageRating } from "./property-group";

test("shows an average with one decimal", { tags: ["2.56", "9.7"] }, () => {
  expect(averageRating({ totalRating: 13, count: 3 })).toBe("4.3");
  expect(averageRating({ totalRating: 5, count: 1 })).toBe("5.0");
  expect(averageRating({ totalRating: 11, count: 3 })).toBe("3.7");
  expect(averageRating({ totalRating: 1, count: 1 })).toBe("1.0");
});

test("rounds half a tenth up, also if its binary fraction is too small", { tags: ["9.7"] }, () => {
  expect(averageRating({ totalRating: 17, count: 4 })).toBe("4.3");
  expect(averageRating({ totalRating: 87, count: 20 })).toBe("4.4");
  expect(averageRating({ totalRating: 41, count: 20 })).toBe("2.1");
});

test("does not divide by zero reviews", () => {
  expect(averageRating({ totalRating: 0, count: 0 })).toBe("0.0");
});
