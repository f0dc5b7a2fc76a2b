import { expect, test } from "vitest";
import { fold } from "./fold";
import { holdsAddress, holdsLongNumber, plainName } from "./plain-name";
import { NAMES_WITH_ADDRESS, NAMES_WITH_LONG_NUMBER, ORDINARY_NAMES, PLAIN_NAMES } from "./test-names";

test.for(PLAIN_NAMES)("shows %j as %j, with the same key", { tags: ["10.202"] }, ([typed, plain]) => {
  expect(plainName(typed)).toBe(plain);
  expect(plainName(plain)).toBe(plain);
  expect(fold(plain)).toBe(fold(typed));
});

test("finds web addresses and long numbers in names, however they are written", { tags: ["10.201"] }, () => {
  const isNumbered = (name: string) => holdsLongNumber(plainName(name));
  const holds = (names: string[], rule: (name: string) => boolean) => names.filter(rule);
  expect(holds(NAMES_WITH_ADDRESS, holdsAddress)).toEqual(NAMES_WITH_ADDRESS);
  expect(holds(NAMES_WITH_LONG_NUMBER, isNumbered)).toEqual(NAMES_WITH_LONG_NUMBER);
  expect(holds(ORDINARY_NAMES, holdsAddress)).toEqual([]);
  expect(holds(ORDINARY_NAMES, isNumbered)).toEqual([]);
});
