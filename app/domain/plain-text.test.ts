import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { characterCount, isBlank, nameKey, plainLine, plainText } from "./plain-text";

test("a line is stored with single spaces and none around it", () => {
  expect(plainLine("  Lakeview \t\n Residency ")).toBe("Lakeview Residency");
  expect(plainLine("Lakeview\u00a0\u3000Residency")).toBe("Lakeview Residency");
});

test("a text keeps its own spaces and line breaks, written one way", () => {
  expect(plainText(" Good  flat.\r\n\r\nBad\rlandlord.\u2028End. \n")).toBe("Good  flat.\n\nBad\nlandlord.\nEnd.");
  expect(plainText("1.\tWater")).toBe("1.\tWater");
});

test("nothing invisible is stored", () => {
  for (const clean of [plainLine, plainText]) {
    expect(clean("Lake\u0000view\u001b \u202eResidency\u202c\u200b\ufeff")).toBe("Lakeview Residency");
  }
});

test("the joiners of Indian scripts and emoji are stored", () => {
  expect(plainLine("क्\u200dष")).toBe("क्\u200dष");
  expect(plainText("👨\u200d👩\u200d👧 शानदार घर")).toBe("👨\u200d👩\u200d👧 शानदार घर");
});

test("letters written in two ways are stored in one", () => {
  expect(plainLine("Cafe\u0301")).toBe("Caf\u00e9");
});

test("half of a surrogate pair, which the database refuses, is replaced", () => {
  expect(plainText("flat \ud83d")).toBe("flat \ufffd");
});

test("the database removes the same characters", () => {
  const invisible = invisibleInDatabase();
  const differing: string[] = [];
  for (const code of codePoints()) {
    const character = String.fromCodePoint(code);
    const isRemoved = plainLine(`a${character}b`) === "ab";
    if (isRemoved !== invisible.test(character)) differing.push(code.toString(16));
  }
  // The database cannot hold NUL, so it need not remove it.
  expect(differing).toEqual(["0"]);
});

test("a text is blank when a reader would see nothing of it", () => {
  for (const text of [
    "",
    "   ",
    "\n\t",
    "\u00a0",
    "\u200b\u200c\u200d",
    "\u3164",
    "\u0000",
    "\ufe0f",
    "\u2800 \u202e",
  ]) {
    expect(isBlank(text)).toBe(true);
  }
  for (const text of ["a", " . ", "0", "शांत", "🏠"]) expect(isBlank(text)).toBe(false);
});

test("two spellings of a name are told to be the same", () => {
  expect(nameKey("  LAKEVIEW   residency")).toBe(nameKey("Lakeview Residency"));
  expect(nameKey("क्\u200dष")).toBe(nameKey("क्ष"));
  expect(nameKey("Lakeview 1")).not.toBe(nameKey("Lakeview 2"));
});

test("an emoji counts as one character", () => {
  expect(characterCount("")).toBe(0);
  expect(characterCount("घर")).toBe(2);
  expect(characterCount("🏠🏠")).toBe(2);
});

function invisibleInDatabase(): RegExp {
  const migration = readFileSync("supabase/migrations/20261121060200_clean_visitor_text.sql", "utf8");
  const source = /normalize\(given, nfc\),\s*((?:'[^']*'\s*)+)/.exec(migration)?.[1] ?? "";
  const characters = source.replace(/'\s*|\s+/g, "").replace(/\\U000([0-9a-f]{5})/g, "\\u{$1}");
  return new RegExp(`^${characters}$`, "u");
}

function* codePoints(): Generator<number> {
  for (let code = 0; code <= 0xffff; code++) if (code < 0xd800 || code > 0xdfff) yield code;
  for (let code = 0xe0000; code <= 0xe01ff; code++) yield code;
}
