import { array, assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { fold } from "~/domain/fold";
import { slug } from "~/domain/home";
import { holdsAddress, holdsLongNumber, mixesAlphabets, plainName } from "~/domain/plain-name";
import { NAMES_WITH_ADDRESS, NAMES_WITH_LONG_NUMBER, ORDINARY_NAMES, PLAIN_NAMES } from "~/domain/test-names";
import { SAME_SPELLINGS } from "~/domain/test-spellings";
import { owner } from "./test-database.ts";

test("folds texts and makes slugs as the pages do", { tags: ["10.14", "10.200"] }, async () => {
  await assert(
    asyncProperty(array(spelling(), { minLength: 50, maxLength: 100 }), async (texts) => {
      const rows = await owner`
        select private.fold(given) as folded, private.mixes_alphabets(private.fold(given)) as is_mixed, private.slug(given) as slug
        from unnest(${texts}::text[]) with ordinality as t (given, place) order by place`;
      for (const [index, text] of texts.entries()) {
        const folded = fold(text);
        const expected = { folded, is_mixed: mixesAlphabets(text), slug: slug(text) };
        expect(rows[index], JSON.stringify(text)).toEqual(expected);
        expect(fold(folded), JSON.stringify(text)).toBe(folded);
      }
    }),
  );
});

test("shows and checks names as the form does", { tags: ["10.201", "10.202"] }, async () => {
  const compare = async (texts: string[]) => {
    const rows = await owner`
      select plain, private.holds_address(given) as address, private.holds_long_number(plain) as number
      from unnest(${texts}::text[]) with ordinality as t (given, place), private.plain_name(given) as plain order by place`;
    for (const [index, text] of texts.entries()) {
      const plain = plainName(text);
      const judged = { plain, address: holdsAddress(text), number: holdsLongNumber(plain) };
      expect(rows[index], JSON.stringify(text)).toEqual(judged);
      expect(plainName(plain), JSON.stringify(text)).toBe(plain);
    }
  };
  const names = [...PLAIN_NAMES.flat(), ...NAMES_WITH_ADDRESS, ...NAMES_WITH_LONG_NUMBER, ...ORDINARY_NAMES];
  await compare(names);
  const parts = [...names, ...Array.from("()[].,/:;-@#%&+'\"★!–  x7éनр"), "in", "http:", "\u0301"];
  await assert(
    asyncProperty(array(array(constantFrom(...parts), { maxLength: 5 }), { minLength: 50, maxLength: 100 }), (texts) =>
      compare(texts.map((given) => given.join(""))),
    ),
  );
});

test("folds each letter, alone and between others, as the pages do", async () => {
  const characters = [...range(1, 0x2fff), ...range(0xfb00, 0xfffd), ...range(0x1f000, 0x1faff)];
  const texts = [[""], ["a", "b"], ["1", "2"], ["न्", "द"]].map(([before = "", after = ""]) =>
    characters.map((code) => before + String.fromCodePoint(code) + after),
  );
  for (const list of texts) {
    const rows = await owner`
      select private.fold(given) as folded, private.plain_name(given) as plain
      from unnest(${list}::text[]) with ordinality as t (given, place) order by place`;
    expect(list.filter((text, index) => fold(text) !== rows[index]?.folded)).toEqual([]);
    expect(list.filter((text, index) => plainName(text) !== rows[index]?.plain)).toEqual([]);
  }
});

/** Generates texts from pieces to which the folding rules apply, in any order. */
function spelling() {
  const pieces = constantFrom(
    ...["a", "B", "é", "e\u0301", "Ｌ", "ß", "İ", "Σ", "я", "Λ", "I"],
    ...[" ", " ", "\n", "-", "–", ".", ",", ",", "'", "’", "´", "“"],
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
