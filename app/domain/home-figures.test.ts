import { expect, test } from "vitest";
import {
  answerCounts,
  answerMix,
  atAGlance,
  depositBack,
  mainFacts,
  moveInRange,
  photoCount,
  recommendShare,
  severityCounts,
  starCounts,
  topicCounts,
  yearCounts,
} from "./home-figures";

test("shows figures from three answers, and leaves out unanswered questions", { tags: ["10.24"] }, () => {
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

test("does not count 'not sure' about the management's response time", { tags: ["10.24"] }, () => {
  const figures = { "management_response_time:1-2_days": 2, "management_response_time:not_sure": 5 };
  expect(answerMix(figures, "management_response_time")).toBeNull();
});

test("counts stars and photos by rating", () => {
  const figures = { "rating:5": 2, "rating:1": 1, "photos:5": 1, "photos:1": 1 };
  expect(starCounts(figures)).toEqual([1, 0, 0, 0, 2]);
  expect(photoCount(figures)).toBe(2);
});

test("counts issues from the worst severity, even a single one", { tags: ["10.26"] }, () => {
  const figures = { "severity:Minor": 4, "severity:Critical": 1 };
  expect(severityCounts(figures).map(({ key, count }) => [key, count])).toEqual([
    ["Critical", 1],
    ["Minor", 4],
  ]);
});

test("shows the first and the last year of moving in", { tags: ["10.26"] }, () => {
  expect(moveInRange({ "rating:4": 1 })).toBeNull();
  const figures = { "move_in_year:2021": 1, "move_in_year:2019": 2, "move_in_year:2025": 1 };
  expect(moveInRange(figures)).toEqual({ first: 2019, last: 2025 });
});

test("counts the deposits of all tenants who moved out, also unpaid ones", { tags: ["10.19", "10.47"] }, () => {
  const figures = { "deposit_back:all": 3, "deposit_back:waiting": 5, "deposit_back:living_there": 9 };
  const share = { question: "deposit_back", answer: "all" };
  expect(depositBack(figures)).toEqual({ ...share, count: 3, of: 8, waiting: 5 });
  const others = { "deposit_back:part": 1, "deposit_back:none": 2, "deposit_back:living_there": 9 };
  expect(depositBack(others)).toEqual({ ...share, count: 0, of: 3 });
  expect(depositBack({ "deposit_back:all": 2, "deposit_back:living_there": 9 })).toBeNull();
});

test("shows at a glance what three tenants have answered", { tags: ["10.47"] }, () => {
  expect(atAGlance({ "rating:4": 9, "water:all_day": 2, "rent:over_1l": 1 })).toEqual([]);
  expect(atAGlance({ "rent:over_1l": 1, "rent:8k_12k": 1, "rent:5k_8k": 1 })).toEqual([]);
  expect(atAGlance({ "rent:over_1l": 2, "rent:8k_12k": 2, "rent:5k_8k": 1 })).toEqual([]);
  const glance = atAGlance({
    "bachelors:yes": 2,
    "couples:no": 1,
    "pets:no": 3,
    "nonveg:yes": 9,
    "size:bed": 1,
    "size:room": 2,
  });
  expect(glance).toEqual([
    { question: "size", answer: "room", count: 2, of: 3 },
    { question: "pets", answer: "yes", count: 0, of: 3 },
  ]);
});

test("lists the most frequent kind, and the size and rent that at least half give", { tags: ["10.6"] }, () => {
  const figures = { "property_type:Apartment": 1, "property_type:PG / Hostel": 2, "size:room": 2, "size:bed": 2 };
  expect(mainFacts({ ...figures, "rent:8k_12k": 2, "rent:under_5k": 1, "rent:over_1l": 2 })).toEqual({
    property_type: "PG / Hostel",
    size: "bed",
  });
  expect(mainFacts({ "rent:8k_12k": 2, "rent:under_5k": 1, "size:room": 2 })).toEqual({ rent: "8k_12k" });
});

test("shows the eight most frequent topics of at least two reviews", { tags: ["10.45"] }, () => {
  const names = ["noise", "fees", "food", "owner", "pets", "power", "repairs", "safety", "deposit"];
  const figures = {
    ...Object.fromEntries(names.map((name, at) => [`topic:${name}`, at])),
    ...{ "topic:parking and lift": 4, "topic:weather": 9, "water:all_day": 9 },
  };
  const shown = ["Deposit", "Safety", "Repairs", "Power", "Parking and lift", "Pets", "Owner", "Food"];
  const labels = (chosen: string | null) => topicCounts(figures, chosen).map(({ label }) => label);
  expect(labels(null)).toEqual(shown);
  // The chosen topic stays, even with few reviews.
  expect(labels("fees")).toEqual([...shown, "Fees"]);
  expect(topicCounts(figures, "water").at(-1)).toEqual({ key: "water", label: "Water", count: 0 });
});

test("counts years of moving in from the latest", { tags: ["10.46"] }, () => {
  const figures = { "move_in_year:2021": 1, "move_in_year:2024": 2 };
  expect(yearCounts(figures).map(({ key, count }) => [key, count])).toEqual([
    ["2024", 2],
    ["2021", 1],
  ]);
});
