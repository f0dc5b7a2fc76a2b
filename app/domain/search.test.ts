import { expect, test } from "vitest";
import { MAX_SEARCH_WORDS, searchWords } from "./search";

test("splits a search into different lower-case words", () => {
  expect(searchWords("  HSR Layout,  Bengaluru; hsr ")).toEqual(["hsr", "layout", "bengaluru"]);
  expect(searchWords(`"Lake View" 100% third floor.`)).toEqual(["lake", "view", "100", "third", "floor"]);
  expect(searchWords("Residency, M.G. Road,Pune - 560001")).toEqual(["residency", "mg", "road", "pune", "560001"]);
  expect(searchWords(" , ; ")).toEqual([]);
});

test("treats one typed word as a phrase with whole numbers and letters at its edges", () => {
  expect(searchWords("12-B 3BHK Tower-C3 lake-view")).toEqual([" 12 b ", " 3 bhk", "tower c 3 ", "lake view"]);
  expect(searchWords("M G Road ₹25,000 St. Mark’s")).toEqual(["mg", "road", "25000", "st", "marks"]);
});

test("drops a word that is part of another", () => {
  expect(searchWords("lake lakeview view a")).toEqual(["lakeview"]);
});

test("searches for at most ten words of the first hundred characters", () => {
  expect(searchWords("qw rt yp sd fg hj kl zx cv bn mq")).toHaveLength(MAX_SEARCH_WORDS);
  expect(searchWords(`${"x".repeat(99)} y`)).toEqual(["x".repeat(99)]);
});
