import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLASSES, characterCount, isBlank, isolated, plainLine, plainText } from "./plain-text";

test("stores a line with single spaces, trimmed", () => {
  expect(plainLine("  Lakeview \t\n Residency ")).toBe("Lakeview Residency");
  expect(plainLine("Lakeview\u00a0\u3000Residency")).toBe("Lakeview Residency");
});

test("keeps spaces and line breaks of a text, as LF", () => {
  expect(plainText(" Good  flat.\r\n\r\nBad\rlandlord.\u2028End. \n")).toBe("Good  flat.\n\nBad\nlandlord.\nEnd.");
  expect(plainText("1.\tWater")).toBe("1.\tWater");
});

test.for([
  ["Lake\u0000view\u001b \u202eResidency\u202c\u200b\ufeff", "Lakeview Residency"],
  // PostgreSQL drops this vowel after a Korean syllable.
  ["\uac1c\u11a7 \u11a7", "\uac1c"],
  // Decomposed letters, and an accent behind a joiner.
  ["Cafe\u0301", "Caf\u00e9"],
  ["e\u200d\u0301", "\u00e9"],
  // The database refuses a lone surrogate.
  ["flat \ud83d", "flat \ufffd"],
  // Direction marks, tags and selectors.
  ...["\u061c", "\u2069", "\u180f", "\ufe00", "\ufff8"].map((character) => [`a${character}b`, "ab"]),
  ...["\u{1bca0}", "\u{1d173}", "\u{e0001}", "\u{e0100}", "\u{e0fff}"].map((character) => [`a${character}b`, "ab"]),
])("removes invisible characters and normalizes letters: %j", ([text = "", stored]) => {
  expect([plainLine(text), plainText(text)]).toEqual([stored, stored]);
});

test("keeps only joiners with an effect in a name", () => {
  for (const name of ["क्\u200dष", "র\u200d্যাব", "ശ്രീമന്\u200d", "ක්\u200dරම", "می\u200cخواهم"])
    expect(plainLine(name)).toBe(name);
  expect(plainLine("Lake\u200cview\u200d Res\u200didency\u200c")).toBe("Lakeview Residency");
  expect(plainLine("क\u200dख")).toBe("कख");
  expect(plainLine("Heart ❤\ufe0f House 1\ufe0f")).toBe("Heart ❤ House 1");
});

test("keeps joiners in Indian scripts and emoji, and emoji selectors, in a text", () => {
  const kept = [
    "क\u200dख",
    "👨\u200d👩\u200d👧 शानदार घर",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3 ©\ufe0f",
  ];
  expect(kept.map(plainText)).toEqual(kept);
  expect(plainText("a\u200db\u200c 🏠\u200d, x\ufe0f 1\ufe0f")).toBe("ab 🏠, x 1");
});

test("uses the same patterns as the database", () => {
  const sql = readFileSync("supabase/schemas/01_basics.sql", "utf8");
  const inSql = Object.entries(CLASSES).map(([name, characters]) => [
    name,
    // The database cannot store NUL.
    characters.replace(/\\u\{([0-9a-f]{5})\}/g, "\\U000$1").replace("\\u0000", "\\u0001"),
  ]);
  const { invisible, twoForms, ...classes } = Object.fromEntries(inSql);
  expect(sql).toContain(`'[${invisible}]'`);
  expect(sql).toContain(`([${twoForms}<picture>]`);
  // The database matches the same classes without lookbehind.
  const named = [...sql.matchAll(/'<(\w+)>', '\[?([^'\]]+)\]?'/g)].map(([, name, characters]) => [name, characters]);
  expect(Object.fromEntries(named)).toEqual(classes);
});

test("removes all format characters of Unicode except the visible ones of Arabic and Kaithi", () => {
  const kept: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Cf}/u.test(character) && plainLine(`a${character}b`) !== "ab") kept.push(code.toString(16));
  }
  expect(kept.join(" ")).toBe("600 601 602 603 604 605 6dd 890 891 8e2 110bd 110cd");
});

test("calls a text blank if a reader would see nothing", () => {
  const blank = ["", "   ", "\n\t", "\u00a0", "\u200b\u200c\u200d", "\u3164", "\u0000", "\ufe0f", "\u2800 \u202e"];
  expect(blank.filter((text) => !isBlank(text))).toEqual([]);
  expect(["a", " . ", "0", "शांत", "🏠"].filter(isBlank)).toEqual([]);
});

test("isolates a right-to-left word from the text around it", () => {
  expect(isolated("Lake View घर 🏠")).toBe("Lake View घर 🏠");
  expect(isolated("گھر 7")).toBe("\u2068گھر 7\u2069");
});

test("counts an emoji as one character", () => {
  expect(characterCount("")).toBe(0);
  expect(characterCount("घर")).toBe(2);
  expect(characterCount("🏠🏠")).toBe(2);
});
