import { expect, test } from "vitest";
import type { HomeKind, Sheet, SheetLine } from "./deposit-companion";
import { countChecked, linesFor, ROOMS, worsened } from "./handover";

test.each<HomeKind>(["flat", "pg"])("lists about 25 lines of a %s, room by room", { tags: ["12.10"] }, (kind) => {
  const lines = linesFor(kind);
  expect(lines.length).toBeGreaterThanOrEqual(24);
  expect(lines.length).toBeLessThanOrEqual(30);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  const rooms = lines.map(({ room }) => Object.keys(ROOMS).indexOf(room));
  expect(rooms).toEqual(rooms.toSorted((a, b) => a - b));
});

test("asks of a PG about food and locker, and of a flat about gas and kitchen", { tags: ["12.10"] }, () => {
  const keysOf = (kind: HomeKind) => linesFor(kind).map(({ key }) => key);
  expect(keysOf("pg")).toEqual(expect.arrayContaining(["keys", "electricity", "food", "locker", "shared_bathroom"]));
  expect(keysOf("flat")).toEqual(expect.arrayContaining(["keys", "electricity", "gas", "chimney", "water_meter"]));
  expect(keysOf("pg")).not.toContain("gas");
  expect(keysOf("flat")).not.toContain("locker");
});

test("counts the lines that have a state, of this kind of home", { tags: ["12.11"] }, () => {
  const sheet = sheetOf({ keys: "fine", walls: "worn", fans: "", gas: "fine", gone_line: "broken" });
  expect(countChecked("flat", sheet)).toEqual({ checked: 3, all: linesFor("flat").length });
  expect(countChecked("pg", sheet)).toEqual({ checked: 2, all: linesFor("pg").length });
});

test("finds the lines that are worse at moving out, if both sheets have them", { tags: ["12.11"] }, () => {
  const before = sheetOf({ keys: "fine", walls: "fine", fans: "worn", ac: "worn", geyser: "broken", floor: "" });
  const after = sheetOf({ keys: "fine", walls: "worn", fans: "missing", ac: "", geyser: "worn", floor: "broken" });
  const found = worsened("flat", { in: before, out: after });
  expect(found.map(({ line, before: was, after: is }) => [line.key, was, is])).toEqual([
    ["walls", "fine", "worn"],
    ["fans", "worn", "missing"],
  ]);
});

test("counts what a home does not have as checked, and never as worse", { tags: ["12.11"] }, () => {
  const before = sheetOf({ keys: "not_here", walls: "fine", fans: "fine" });
  const after = sheetOf({ keys: "broken", walls: "not_here", fans: "missing" });
  expect(countChecked("flat", before).checked).toBe(3);
  expect(worsened("flat", { in: before, out: after }).map(({ line }) => line.key)).toEqual(["fans"]);
});

function sheetOf(states: Record<string, SheetLine["state"]>): Sheet {
  const lines = Object.entries(states).map(([key, state]) => [key, { state, note: "" }] as const);
  return { day: "2026-11-29", lines: Object.fromEntries(lines) };
}
