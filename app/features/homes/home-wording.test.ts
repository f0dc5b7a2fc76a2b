import { expect, test } from "vitest";
import { factsText, movedInText, recommendText, reviewCount, highlightOf } from "./home-wording";

test("shows a share from three answers on, and never as a percentage", { tags: ["10.24"] }, () => {
  const shares = [
    [2, 0],
    [7, 2],
    [0, 3],
  ].map(([yes = 0, no = 0]) => recommendText({ yes, no }));
  expect(shares).toEqual([null, "7 of 9 would recommend", "None of 3 would recommend"]);
});

test.each([
  [3, "Quiet.", "3 of 3 would recommend", false],
  [1, "Quiet.", "Quiet.", true],
  [0, " ", "No detailed comment provided.", false],
])("highlights recommendations, else the newest review: %d %j", { tags: ["10.6"] }, (yes, excerpt, text, isQuote) => {
  expect(highlightOf({ recommend: { yes, no: 0 }, excerpt })).toEqual({ text, isQuote });
});

test("puts kind, size and rent in one line", { tags: ["10.6"] }, () => {
  expect(factsText({ property_type: "PG / Hostel", size: "room", rent: "8k_12k" })).toBe(
    "PG / Hostel · A room · ₹8,000–12,000 a month",
  );
  expect(factsText({ rent: "under_5k" })).toBe("Under ₹5,000 a month");
  expect(factsText({})).toBe("");
});

test("writes tenancy years as a range or one year, and numbers as India does", { tags: ["10.26"] }, () => {
  expect(movedInText({ first: 2019, last: 2025 })).toBe("Tenants moved in from 2019 to 2025");
  expect(movedInText({ first: 2023, last: 2023 })).toBe("Tenants moved in during 2023");
  expect([1, 14, 130_000].map(reviewCount)).toEqual(["1 review", "14 reviews", "1,30,000 reviews"]);
});
