import { expect, test } from "vitest";
import {
  answerCounts,
  answerMix,
  moveInRange,
  photoCount,
  recommendShare,
  severityCounts,
  starCounts,
} from "./home-figures";

test("mixes are shown from three answers on, and unanswered questions are left out", { tags: ["10.24"] }, () => {
  const of = (fixed: number) => ({
    "issue_resolution_status:all_fixed": fixed,
    "issue_resolution_status:waiting": 1,
    "issue_resolution_status:na": 7,
  });
  expect(answerMix(of(1), "issue_resolution_status")).toBeNull();
  expect(answerMix(of(2), "issue_resolution_status")).toEqual([
    { key: "all_fixed", label: "All fixed", count: 2 },
    { key: "waiting", label: "Still waiting", count: 1 },
  ]);
  expect(answerCounts({ "issue_resolution_status:na": 7 }, "issue_resolution_status")).toEqual([]);
  expect(recommendShare({ yes: 1, no: 1 })).toBeNull();
  expect(recommendShare({ yes: 1, no: 2 })).toEqual({ yes: 1, answers: 3 });
});

test("who is not sure how fast the management answers does not say so", { tags: ["10.24"] }, () => {
  const figures = { "management_response_time:1-2_days": 2, "management_response_time:not_sure": 5 };
  expect(answerMix(figures, "management_response_time")).toBeNull();
});

test("stars and photos are counted by rating", () => {
  const figures = { "rating:5": 2, "rating:1": 1, "photos:5": 1, "photos:1": 1 };
  expect(starCounts(figures)).toEqual([1, 0, 0, 0, 2]);
  expect(photoCount(figures)).toBe(2);
});

test("issues are counted from the worst down, from the first on", { tags: ["10.26"] }, () => {
  const figures = { "severity:Minor": 4, "severity:Critical": 1 };
  expect(severityCounts(figures).map(({ key, count }) => [key, count])).toEqual([
    ["Critical", 1],
    ["Minor", 4],
  ]);
});

test("the years of moving in are shown from the first to the last", { tags: ["10.26"] }, () => {
  expect(moveInRange({ "rating:4": 1 })).toBeNull();
  const figures = { "move_in_year:2021": 1, "move_in_year:2019": 2, "move_in_year:2025": 1 };
  expect(moveInRange(figures)).toEqual({ first: 2019, last: 2025 });
});
