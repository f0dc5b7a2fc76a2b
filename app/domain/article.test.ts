import { expect, test } from "vitest";
import { countWords, neighbours, newestFirst, readingMinutes } from "./article";

const FIRST = { id: 1, date: "2025-05-07" };
const SECOND = { id: 4, date: "2025-05-08" };
const THIRD = { id: 12, date: "2025-05-08" };
const LAST = { id: 2, date: "2025-05-12" };

test("sorts articles from new to old, ties by the higher id", { tags: ["2.100"] }, () => {
  const posts = [SECOND, LAST, FIRST, THIRD];
  expect(newestFirst(posts)).toEqual([LAST, THIRD, SECOND, FIRST]);
  expect(posts[0]).toBe(SECOND);
});

test("finds the previous and next article by date of publication", () => {
  const posts = [LAST, FIRST, THIRD, SECOND];
  expect(neighbours(posts, 12)).toEqual({ previous: SECOND, next: LAST });
  expect(neighbours(posts, 1)).toEqual({ previous: null, next: SECOND });
  expect(neighbours(posts, 2)).toEqual({ previous: THIRD, next: null });
  expect(neighbours(posts, 99)).toEqual({ previous: null, next: null });
});

test("counts words without Markdown syntax", () => {
  expect(countWords("## Ask first\n\n- the rent, ₹12,000\n- [reviews](/reviews)\n\n| a | b |\n| --- | --- |")).toBe(8);
  expect(countWords("")).toBe(0);
});

test("counts a minute of reading for 200 words, at least one", () => {
  expect(readingMinutes("word ".repeat(1_200))).toBe(6);
  expect(readingMinutes("word ".repeat(1_099))).toBe(5);
  expect(readingMinutes("Short.")).toBe(1);
});
