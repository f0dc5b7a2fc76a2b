import { expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import { decodeReviewList, type EncodedReviewList, encodeReviewList } from "./review-list-encoding";
import type { ReviewList } from "./read-review-list";
import { testGroup, testList } from "./test-list";

test("a list survives encoding, in the same process and over the network", () => {
  const list = testList({ groups: [testGroup({ propertyName: 'A "quoted" </script> name – हवेली' })] });
  expect(decodeReviewList(encodeReviewList(list))).toBe(list);
  expect(decodeReviewList(overTheNetwork(encodeReviewList(list)))).toEqual(list);
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
      testGroup({ propertyId: "p1", reviews: reviews.slice(0, 2), count: 9 }),
      testGroup({ propertyId: "p2", reviews: [] }),
      testGroup({ propertyId: "p3", reviews: reviews.slice(2) }),
    ],
    next: "cursor",
  });
  const other = decodeReviewList(overTheNetwork(encodeReviewList(list))) as ReviewList;
  expect(other.next).toBe("cursor");
  expect(
    other.groups.map(({ propertyId, count, reviews: shown }) => [propertyId, count, shown.map(({ id }) => id)]),
  ).toEqual([
    ["p1", 9, ["a", "b"]],
    ["p2", 0, []],
    ["p3", 1, ["c"]],
  ]);
  expect(other.groups[0]?.reviews[0]).toEqual(reviews[0]);
  // What only some reviews have is null in the others.
  expect(other.groups[0]?.reviews[1]).toEqual({ ...reviews[1], proofThumbnailUrls: null });
});

test("a list is decoded once, so that React sees the same object at each render", () => {
  const encoded = overTheNetwork(encodeReviewList(testList()));
  expect(decodeReviewList(encoded)).toBe(decodeReviewList(encoded));
});

test("anything but a list stays as it is", () => {
  expect(encodeReviewList(KEPT_IN_BROWSER)).toBe(KEPT_IN_BROWSER);
  expect(decodeReviewList(KEPT_IN_BROWSER)).toBe(KEPT_IN_BROWSER);
  expect(decodeReviewList(undefined)).toBe(undefined);
  const failure = { failure: "No answer.", isAddressWrong: false };
  expect(decodeReviewList(failure)).toBe(failure);
});

function overTheNetwork(encoded: EncodedReviewList | string): EncodedReviewList {
  return JSON.parse(JSON.stringify(encoded)) as EncodedReviewList;
}
