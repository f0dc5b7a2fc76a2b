import { expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import { type PackedList, packList, unpackList } from "./packed-list";
import type { ReviewList } from "./read-review-list";
import { testGroup, testList } from "./test-list";

test("a list comes out as it went in, on the other side of the network too", () => {
  const list = testList({ groups: [testGroup({ propertyName: 'A "quoted" </script> name – हवेली' })] });
  expect(unpackList(packList(list))).toBe(list);
  expect(unpackList(overTheNetwork(packList(list)))).toEqual(list);
});

test("each group keeps its own reviews, in their order", () => {
  const photos = { proofUrls: ["/a.jpg"], proofThumbnailUrls: ["/a-small.jpg"] };
  const reviews = [
    testReview({ id: "a", ...photos }),
    testReview({ id: "b", locality: null }),
    testReview({ id: "c" }),
  ];
  const list = testList({
    groups: [
      testGroup({ key: "p1", reviews: reviews.slice(0, 2), count: 9 }),
      testGroup({ key: "p2", reviews: [] }),
      testGroup({ key: "p3", reviews: reviews.slice(2) }),
    ],
    next: "cursor",
  });
  const other = unpackList(overTheNetwork(packList(list))) as ReviewList;
  expect(other.next).toBe("cursor");
  expect(other.groups.map(({ key, count, reviews: shown }) => [key, count, shown.map(({ id }) => id)])).toEqual([
    ["p1", 9, ["a", "b"]],
    ["p2", 0, []],
    ["p3", 1, ["c"]],
  ]);
  expect(other.groups[0]?.reviews[0]).toEqual(reviews[0]);
  // What only some reviews have is null in the others.
  expect(other.groups[0]?.reviews[1]).toEqual({ ...reviews[1], proofThumbnailUrls: null });
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
