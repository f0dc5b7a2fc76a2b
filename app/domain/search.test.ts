import { expect, test } from "vitest";
import { MAX_SEARCH_WORDS, searchWords } from "./search";

test("a search is its words, each once, in lower case", () => {
  expect(searchWords("  HSR Layout,  Bengaluru; hsr ")).toEqual(["hsr", "layout", "bengaluru"]);
  expect(searchWords(`"Lake View" 100% a_b`)).toEqual(['"lake', 'view"', "100%", "a_b"]);
  expect(searchWords(" , ; ")).toEqual([]);
});

test("a word that is part of another adds nothing", () => {
  expect(searchWords("lake lakeview view a")).toEqual(["lakeview"]);
});

test("no more than ten words are looked for, in the first hundred characters", () => {
  expect(searchWords("q w r t y p s d f g h j k z x c v b n m")).toHaveLength(MAX_SEARCH_WORDS);
  expect(searchWords(`${"x".repeat(99)} y`)).toEqual(["x".repeat(99)]);
});
