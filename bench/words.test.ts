import { expect, test } from "vitest";
import { CITIES as LISTED_CITIES } from "~/domain/cities";
import { seededRandom } from "./random.ts";
import { CITIES, drawHome, filled, homeSizes, LANGUAGES, LONGEST_TEXT, reviewText } from "./words.ts";

test("a common word stands in its own sentences and in no other, a frequent one in some, a rare one in none", () => {
  const random = seededRandom(1);
  for (const { common, commonSentences, frequent, rare, sentences } of LANGUAGES) {
    const having = (list: string[], word: string) =>
      list.filter((sentence) => filled(random, sentence).toLowerCase().includes(word));
    expect(having(commonSentences, common)).toEqual(commonSentences);
    expect(having(sentences, common)).toEqual([]);
    for (const word of frequent) expect(having(sentences, word), word).not.toEqual([]);
    for (const word of rare) expect(having([...commonSentences, ...sentences], word), word).toEqual([]);
  }
});

test("texts and properties are the same at every run, with no placeholder left, and valid for the form", () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 2_000 }, () => [reviewText(random), ...Object.values(drawHome(random))]);
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).flat().join()).not.toMatch(/[{}\\\t\n]|undefined/);
  const lengths = draw(1).map(([text = ""]) => text.length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST_TEXT);
  expect(CITIES.filter((city) => !LISTED_CITIES.includes(city))).toEqual([]);
});

test("a few properties have many reviews, most have one or two", () => {
  const sizes = homeSizes(1_000_000);
  expect(sizes.slice(0, 6)).toEqual([30_000, 15_000, 10_000, 7_500, 6_000, 5_000]);
  expect(sizes.reduce((total, size) => total + size)).toBe(1_000_000);
  expect(sizes.filter((size) => size <= 2).length / sizes.length).toBeGreaterThan(0.9);
});
