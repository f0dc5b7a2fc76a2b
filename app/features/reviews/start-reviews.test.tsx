// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import type { ComponentProps, ReactNode } from "react";
import { expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import { renderPart } from "~/ui/test-page";
import { PopularCities, TopReviewers } from "./start-sections";
import { RecentReviews } from "./recent-reviews";

type Recent = ComponentProps<typeof RecentReviews>["recent"];
type Top = ComponentProps<typeof TopReviewers>["top"];

test.each([
  [
    "asks for the first review if there is none",
    recent({ reviews: [], hasMore: false }),
    "No reviews yet. Be the first to share your experience!",
  ],
  ["says that reviews could not be loaded", recent("failed"), "Could not load recent reviews. Please try again later."],
  ["says that a month has no reviews", top([]), "No reviews yet this month."],
  [
    "says that reviewers could not be loaded",
    top("failed"),
    "Could not load the top reviewers. Please try again later.",
  ],
])("%s", { tags: ["2.43"] }, async (_, part, words) => {
  await show(part);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

test("shows no list of cities without cities", async () => {
  await show(<PopularCities cities="failed" />);
  expect(screen.queryByRole("region")).toBeNull();
});

test("shows a review without a comment, and no link to more", { tags: ["2.38", "2.43", "2.46"] }, async () => {
  await show(recent({ reviews: [testReview({ comment: "" })], hasMore: false }));
  expect(screen.getByRole("article", { name: "Lakeview Residency" })).toBeTruthy();
  expect(screen.getByText("No detailed comment provided.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "See All Reviews" })).toBeNull();
});

function recent(shown: Recent) {
  return <RecentReviews key="recent" recent={shown} submitTo="/submit-review" />;
}

function top(shown: Top) {
  return <TopReviewers key="top" top={shown} />;
}

async function show(part: ReactNode) {
  await act(async () => {
    renderPart(part);
  });
}
