import { expect, test } from "vitest";
import { movedInText, recommendText, reviewCount, tellingLine } from "./home-wording";

test("a share is shown from three answers on, and never as a percentage", { tags: ["10.24"] }, () => {
  expect(recommendText({ yes: 2, no: 0 })).toBeNull();
  expect(recommendText({ yes: 7, no: 2 })).toBe("7 of 9 would recommend");
  expect(recommendText({ yes: 0, no: 3 })).toBe("None of 3 would recommend");
});

test("a list says who would recommend a home, and else how its newest review begins", { tags: ["10.32"] }, () => {
  expect(tellingLine({ recommend: { yes: 3, no: 0 }, excerpt: "Quiet." })).toEqual({
    text: "3 of 3 would recommend",
    isQuote: false,
  });
  expect(tellingLine({ recommend: { yes: 1, no: 1 }, excerpt: "Quiet." })).toEqual({ text: "Quiet.", isQuote: true });
  expect(tellingLine({ recommend: { yes: 0, no: 0 }, excerpt: " " })).toEqual({
    text: "No detailed comment provided.",
    isQuote: false,
  });
});

test("tenancy years are shown as a range, or as one year", { tags: ["10.27"] }, () => {
  expect(movedInText({ first: 2019, last: 2025 })).toBe("Tenants moved in from 2019 to 2025");
  expect(movedInText({ first: 2023, last: 2023 })).toBe("Tenants moved in during 2023");
});

test("numbers stand as India writes them", () => {
  expect([1, 14, 130_000].map(reviewCount)).toEqual(["1 review", "14 reviews", "1,30,000 reviews"]);
});
