import { expect, test } from "vitest";
import {
  durationMix,
  moveInRange,
  propertyTypeCounts,
  resolutionMix,
  responseMix,
  severityCounts,
} from "./home-figures";
import { testFigures } from "./test-home";

const NONE = testFigures();

test("mixes are shown from three answers on, and unanswered questions are left out", { tags: ["10.24"] }, () => {
  const of = (answers: number) => testFigures({ resolutions: { ...NONE.resolutions, all_fixed: answers, waiting: 1 } });
  expect(resolutionMix(of(1))).toBeNull();
  expect(resolutionMix(of(2))).toEqual([
    { key: "all_fixed", label: "All fixed", count: 2 },
    { key: "waiting", label: "Still waiting", count: 1 },
  ]);
  expect(durationMix(testFigures({ durations: { ...NONE.durations, "1–2 years": 3 } }))).toEqual([
    { key: "1–2 years", label: "1–2 years", count: 3 },
  ]);
});

test("who is not sure how fast the management answers does not say so", { tags: ["10.24"] }, () => {
  const responseTimes = { ...NONE.responseTimes, "1-2_days": 2, not_sure: 5 };
  expect(responseMix(testFigures({ responseTimes }))).toBeNull();
});

test("issues are counted from the worst down, from the first on", { tags: ["10.26"] }, () => {
  const severities = { Minor: 4, Moderate: 0, Major: 0, Critical: 1 };
  expect(severityCounts(testFigures({ severities })).map(({ key, count }) => [key, count])).toEqual([
    ["Critical", 1],
    ["Minor", 4],
  ]);
});

test("the most frequent kind of home comes first", { tags: ["10.26"] }, () => {
  const propertyTypes = { ...NONE.propertyTypes, Apartment: 2, "Shared Room": 7 };
  expect(propertyTypeCounts(testFigures({ propertyTypes })).map(({ key }) => key)).toEqual([
    "Shared Room",
    "Apartment",
  ]);
});

test("the years of moving in are shown from the first to the last", { tags: ["10.26"] }, () => {
  expect(moveInRange(NONE)).toBeNull();
  expect(moveInRange(testFigures({ moveInYears: [2019, 2021, 2025] }))).toEqual({ first: 2019, last: 2025 });
});
