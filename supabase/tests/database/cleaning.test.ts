import { expect, test } from "vitest";
import { ALTERNATE_NAMES } from "~/domain/cities";
import { displayName } from "~/domain/display-name";
import { plainLine, plainText } from "~/domain/plain-text";
import { owner } from "./test-database.ts";

test("cleans each of fifty thousand characters as the form does", { tags: ["10.14"] }, async () => {
  const places = ["a b", "क ख", "क् ष", "🏠 🏠", "❤\ufe0f 🔥", "ب ب", "1 \u20e3"].map((pair) => pair.split(" "));
  // The Basic Multilingual Plane without Chinese ideographs and Korean syllables, then shorthand, musical symbols, emoji and tags.
  const characters = [
    ...range(1, 0x33ff),
    ...range(0xa000, 0xabff),
    ...range(0xd7b0, 0xd7ff),
    ...range(0xe000, 0xffff),
    ...range(0x1bc00, 0x1bcff),
    ...range(0x1d100, 0x1d1ff),
    ...range(0x1f300, 0x1faff),
    ...range(0xe0000, 0xe0fff),
  ];
  const texts = places.flatMap(([before, after]) =>
    chunks(characters, 4000).map((codes) => codes.map((code) => before + String.fromCodePoint(code) + after).join("|")),
  );
  const rows = await owner`
    select private.clean_line(given) as line, private.clean_text(given) as text, private.display_name(given) as name
    from unnest(${texts}::text[]) with ordinality as t (given, place) order by place`;
  const differing = texts.flatMap((text, index) => {
    const row = rows[index];
    return [
      ...differences(text, plainLine(text), row?.line),
      ...differences(text, plainText(text), row?.text),
      ...differences(text, displayName(text), row?.name),
    ];
  });
  expect(differing).toEqual([]);
});

test("cleans joiners, selectors and marks in any order as the form does", async () => {
  const pieces = [
    ...["\u200c", "\u200d", "\ufe0e", "\ufe0f", "\u0301", "क", "\u093c", "\u094d", "ل", "ന", "\u0d4d"],
    ...["👨", "❤", "a", "1", "\u20e3", " "],
  ];
  const texts = pieces.flatMap((first) =>
    pieces.flatMap((second) => pieces.map((third) => pieces.map((last) => first + second + third + last).join("|"))),
  );
  for (const batch of chunks(texts, 4000)) {
    const rows = await owner`
      select private.clean_line(given) as line, private.clean_text(given) as text
      from unnest(${batch}::text[]) with ordinality as t (given, place) order by place`;
    const differing = batch.flatMap((text, index) => [
      ...differences(text, plainLine(text), rows[index]?.line),
      ...differences(text, plainText(text), rows[index]?.text),
    ]);
    expect(differing).toEqual([]);
  }
});

test("keeps at most 29 combining marks on a letter, as the form does", async () => {
  const pile = `a${"\u0301\u0316".repeat(300)}`;
  const [row] = await owner`select private.clean_line(${pile}) as line, private.clean_text(${pile}) as text`;
  expect(row).toEqual({ line: plainLine(pile), text: plainText(pile) });
  expect(String(row?.text).match(/\p{M}/gu)).toHaveLength(29);
});

test("cleans no character out of the name of a city", () => {
  for (const name of Object.entries(ALTERNATE_NAMES).flat()) expect(plainLine(name)).toBe(name);
});

/** Returns the code points of the parts of `given` whose cleaned text differs. Bars separate the parts. */
function differences(given: string, expected: string, stored: unknown): string[] {
  if (stored === expected) return [];
  const [ours, theirs] = [expected.split("|"), String(stored).split("|")];
  const places = ours.flatMap((part, index) => (part === theirs[index] ? [] : [given.split("|")[index] ?? ""]));
  return places.map((part) => Array.from(part, (character) => character.codePointAt(0)?.toString(16)).join(" "));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
