import { expect, test } from "vitest";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import { type PackedList, packList, unpackList } from "./packed-list";
import { testGroup, testList } from "./test-review";

test("a list comes out as it went in, on the other side of the network too", () => {
  const list = testList({ groups: [testGroup({ propertyName: 'A "quoted" </script> name – हवेली' })] });
  expect(unpackList(packList(list))).toBe(list);
  expect(unpackList(overTheNetwork(packList(list)))).toEqual(list);
});

test("it is read once, so that React sees the same list each time", () => {
  const packed = overTheNetwork(packList(testList()));
  expect(unpackList(packed)).toBe(unpackList(packed));
});

test("what is no list stays as it is", () => {
  expect(packList(KEPT_IN_BROWSER)).toBe(KEPT_IN_BROWSER);
  expect(unpackList(KEPT_IN_BROWSER)).toBe(KEPT_IN_BROWSER);
  expect(unpackList(undefined)).toBe(undefined);
  const failure = { failure: "No answer.", isAddressWrong: false };
  expect(unpackList(failure)).toBe(failure);
});

function overTheNetwork(packed: PackedList | string): PackedList {
  return JSON.parse(JSON.stringify(packed)) as PackedList;
}
