import { expect, test } from "vitest";
import { markedParts } from "./marked-parts";

test.each([
  ["Water all day. WATERLOGGED, underwater", ["water"], ["Water", "WATERLOGGED"]],
  ["The owner’s dogs, a dogma, a dog", ["owner", "dog ", "dogs "], ["owner’s", "dogs", "dog"]],
  ["My advance came back, in advance", ["my advance "], ["My advance"]],
  ["'Power-cut' daily", ["power"], ["Power"]],
  ["Load  shedding every day", ["load shedding"], ["Load  shedding"]],
  ["डिपॉज़िट मिला, पानी भी", ["डिपॉजिट", "पानी"], ["डिपॉज़िट", "पानी"]],
  ["தண்ணீர் வரும்", ["தண்ணீ"], ["தண்ணீர்"]],
  ["Nothing of it", ["water"], []],
  ["", ["water"], []],
])("marks the words of a topic in “%s”", { tags: ["10.45"] }, (text, beginnings, marked) => {
  const parts = markedParts(text, beginnings);
  expect(parts.filter(({ isMarked }) => isMarked).map((part) => part.text)).toEqual(marked);
  expect(parts.map((part) => part.text).join("")).toBe(text);
});
