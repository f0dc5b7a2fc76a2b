import { expect, test } from "vitest";
import { fold } from "./fold";
import { mixesAlphabets } from "./plain-name";
import { SAME_SPELLINGS } from "./test-spellings";

test.for(SAME_SPELLINGS)("folds %s and %s to %s", { tags: ["10.200"] }, ([one, other, folded]) => {
  expect([fold(one), fold(other)]).toEqual([folded, folded]);
});

test("changes nothing when it folds twice, not even lone signs", { tags: ["10.200"] }, () => {
  for (const text of ["\u0d4d \u0d4d", "न ् द", "ে া", "M. G. Road"]) expect(fold(fold(text))).toBe(fold(text));
});

test("keeps texts apart that differ in more than spelling", { tags: ["10.200"] }, () => {
  const names = ["Sector 1", "Sector 15", "Tower A", "Tower B", "आनंद", "अनंत", "Maple 2", "Maple II", "12 B", "1 2B"];
  expect(new Set(names.map(fold)).size).toBe(names.length);
});

test("finds no words in a text of symbols", () => {
  expect(["", " ", "–", "🏠 🏠", "!?", "₹", "\u200d", "´"].map(fold)).toEqual(["", "", "", "", "", "", "", ""]);
});

test("detects a word that mixes Latin and look-alike letters", { tags: ["10.201"] }, () => {
  expect(
    ["Lаkeview", "Lakeview Ηouse", "ΑBC Towers", "Ѕunrise", "Bend H\u0585use", "\u13bbolly Court"].map(mixesAlphabets),
  ).toEqual(Array.from({ length: 6 }, () => true));
  expect(["Lakeview House", "Дом Lakeview", "Ελλάδα", "Café Øst 5", "आनंद Heights"].some(mixesAlphabets)).toBe(false);
});
