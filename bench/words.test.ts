import { expect, test } from "vitest";
import { seededRandom } from "./random.ts";
import {
  COMMON_WORD,
  COMMON_WORD_SENTENCES,
  filled,
  FREQUENT_WORDS,
  invented,
  RARE_WORDS,
  SENTENCES,
  slotted,
} from "./words.ts";

test("the common word stands in its own sentences and in no other", () => {
  const random = seededRandom(1);
  expect(COMMON_WORD_SENTENCES.filter((sentence) => !mentions(sentence, COMMON_WORD))).toEqual([]);
  const others = SENTENCES.flatMap((sentence) => Array.from({ length: 300 }, () => filled(slotted(sentence), random)));
  expect(others.filter((sentence) => mentions(sentence, COMMON_WORD))).toEqual([]);
});

test("a rare word stands in no sentence that is not its own", () => {
  const random = seededRandom(2);
  const all = [...SENTENCES, ...COMMON_WORD_SENTENCES].flatMap((sentence) =>
    Array.from({ length: 300 }, () => filled(slotted(sentence), random)),
  );
  expect(RARE_WORDS.filter((word) => all.some((sentence) => mentions(sentence, word)))).toEqual([]);
});

test("every frequent word is in a sentence", () => {
  expect(FREQUENT_WORDS.filter((word) => !SENTENCES.some((sentence) => mentions(sentence, word)))).toEqual([]);
});

test("gaps are filled, and a sentence begins with a capital", () => {
  const random = seededRandom(3);
  const sentence = filled(slotted("{person} fixed {thing} on {weekday}."), random);
  expect(sentence).toMatch(/^[A-Z][^{}]+ fixed [^{}]+ on [A-Z][a-z]+day\.$/);
  expect(() => slotted("{nothing}")).toThrow("Nothing fills the gap {nothing}.");
});

test("invented names hardly repeat", () => {
  const random = seededRandom(4);
  expect(new Set(Array.from({ length: 1_000 }, () => invented(random))).size).toBeGreaterThan(950);
});

function mentions(sentence: string, word: string): boolean {
  return sentence.toLowerCase().includes(word);
}
