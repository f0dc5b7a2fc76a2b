import { expect, test } from "vitest";
import { fitted } from "./draw-words";

const ROOM = { colour: "#000000", sizes: [40], maxWidth: 2000, maxHeight: 400 };

/** A wide letter, a narrow letter and, if the script has one, a conjunct: several letters drawn as one glyph. */
const SCRIPTS = {
  Latin: ["W", "I"],
  Devanagari: ["ण", "र", "क्ष"],
  Bengali: ["ঝ", "র", "ক্ষ"],
  Gurmukhi: ["ਅ", "ਰ"],
  Gujarati: ["ણ", "ર", "ક્ષ"],
  Odia: ["ଊ", "ଠ", "କ୍ଷ"],
  Tamil: ["ண", "ர"],
  Telugu: ["ఘ", "ర", "క్ష"],
  Kannada: ["ಘ", "ರ", "ಕ್ಷ"],
  Malayalam: ["ണ", "ര", "ക്ഷ"],
  Urdu: ["س", "ا"],
  "Meetei Mayek": ["ꯃ", "ꯏ"],
  "Ol Chiki": ["ᱟ", "ᱤ"],
};

test.for(Object.entries(SCRIPTS))(
  "draws %s with all letters, joined where needed",
  { tags: ["10.29"] },
  async ([, [wide = "", narrow = "", conjunct]]) => {
    // Letters that no font has are drawn as boxes of one width.
    expect(await widthOf(wide.repeat(8))).not.toBe(await widthOf(narrow.repeat(8)));
    if (!conjunct) return;
    const [first = "", virama = "", second = ""] = Array.from(conjunct);
    expect(await widthOf(conjunct)).toBeLessThan(await widthOf(`${first}${virama}\u200c${second}`));
  },
);

test("draws markup and unknown characters harmlessly", async () => {
  const plain = await fitted("A & B <b>", ROOM);
  expect((await fitted("A & B <b>👪", ROOM)).png.equals(plain.png)).toBe(true);
  expect(plain.width).toBeGreaterThan(await widthOf("A & B"));
  expect(await widthOf("👪")).toBe(await widthOf("–"));
});

async function widthOf(text: string): Promise<number> {
  return (await fitted(text, ROOM)).width;
}
