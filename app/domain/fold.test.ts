import { expect, test } from "vitest";
import { fold } from "./fold";
import { mixesAlphabets } from "./plain-name";
import { SAME_SPELLINGS } from "./test-spellings";

test.for(SAME_SPELLINGS)("%s and %s are %s", { tags: ["10.200"] }, ([one, other, folded]) => {
  expect([fold(one), fold(other)]).toEqual([folded, folded]);
});

test("folding twice changes nothing, not even signs that stand alone", { tags: ["10.200"] }, () => {
  for (const text of ["\u0d4d \u0d4d", "न ् द", "ে া", "M. G. Road"]) expect(fold(fold(text))).toBe(fold(text));
});

test("what differs in more than spelling stays apart", { tags: ["10.200"] }, () => {
  const names = ["Sector 1", "Sector 15", "Tower A", "Tower B", "आनंद", "अनंत", "Maple 2", "Maple II", "12 B", "1 2B"];
  expect(new Set(names.map(fold)).size).toBe(names.length);
});

test("a text of symbols only has no words", () => {
  expect(["", " ", "–", "🏠 🏠", "!?", "₹", "\u200d", "´"].map(fold)).toEqual(["", "", "", "", "", "", "", ""]);
});

test("a word of Latin and look-alike letters is told from words of either", { tags: ["10.201"] }, () => {
  expect(
    ["Lаkeview", "Lakeview Ηouse", "ΑBC Towers", "Ѕunrise", "Bend H\u0585use", "\u13bbolly Court"].map(mixesAlphabets),
  ).toEqual(Array.from({ length: 6 }, () => true));
  expect(["Lakeview House", "Дом Lakeview", "Ελλάδα", "Café Øst 5", "आनंद Heights"].some(mixesAlphabets)).toBe(false);
});
