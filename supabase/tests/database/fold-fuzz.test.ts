import { array, assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { fold, mixesAlphabets } from "~/domain/fold";
import { slug } from "~/domain/home";
import { SAME_SPELLINGS } from "~/domain/test-spellings";
import { owner } from "./one-database.ts";

test("the database folds texts and makes addresses as the pages do", { tags: ["10.14", "10.200"] }, async () => {
  await assert(
    asyncProperty(array(spelling(), { minLength: 50, maxLength: 100 }), async (texts) => {
      const rows = await owner`
        select private.fold(given) as folded, private.mixes_alphabets(private.fold(given)) as is_mixed, private.slug(given) as slug
        from unnest(${texts}::text[]) with ordinality as t (given, place) order by place`;
      for (const [index, text] of texts.entries()) {
        const folded = fold(text);
        expect(rows[index], JSON.stringify(text)).toEqual({
          folded,
          is_mixed: mixesAlphabets(text),
          slug: slug(text),
        });
        expect(fold(folded), JSON.stringify(text)).toBe(folded);
      }
    }),
  );
});

test("the database folds each letter, alone and between others, as the pages do", async () => {
  const characters = [...range(1, 0x2fff), ...range(0xfb00, 0xfffd), ...range(0x1f000, 0x1faff)];
  const texts = [[""], ["a", "b"], ["1", "2"], ["न्", "द"]].map(([before = "", after = ""]) =>
    characters.map((code) => before + String.fromCodePoint(code) + after),
  );
  for (const list of texts) {
    const rows = await owner`
      select private.fold(given) as folded from unnest(${list}::text[]) with ordinality as t (given, place) order by place`;
    expect(list.filter((text, index) => fold(text) !== rows[index]?.folded)).toEqual([]);
  }
});

/** Pieces that the rules are about, in any order. */
function spelling() {
  const pieces = constantFrom(
    ...[
      "a",
      "B",
      "é",
      "e\u0301",
      "Ｌ",
      "ß",
      "İ",
      "Σ",
      "я",
      "Λ",
      "I",
      " ",
      " ",
      "\n",
      "-",
      "–",
      ".",
      ",",
      ",",
      "'",
      "’",
      "´",
      "“",
    ],
    ...["1", "2", "१", "೫", "۵", "½", "²", "₹", "🏠", "\u200d", "\u200c", "\u200b", "\ufe0f", "\u0301", "‥", "ﬁ", "ﷺ"],
    ...["न", "म", "्", "द", "प", "ं", "ँ", "\u093c", "क़", "ਨ", "੍", "ਦ", "ੰ", "ന", "്", "ൻ", "ൽ", "റ", "ത", "ৎ", "ত"],
    ...["শ", "ஶ", "்", "ர", "ீ", "ಙ", "್", "ಗ", "ো", "ে", "া", "ऩ", "।", "؟", "ی"],
    ...SAME_SPELLINGS.flat(),
  );
  return oneof(
    { weight: 9, arbitrary: array(pieces, { maxLength: 9 }).map((parts) => parts.join("")) },
    string({ unit: "grapheme", maxLength: 9 }),
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
