// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import { PopularCities } from "./popular-cities";
import { RecentReviews } from "./recent-reviews";
import { TopReviewers } from "./top-reviewers";

type Recent = ComponentProps<typeof RecentReviews>["recent"];
type Top = ComponentProps<typeof TopReviewers>["top"];
type Cities = ComponentProps<typeof PopularCities>["cities"];

afterEach(cleanup);

test.each([true, false])(
  "“See All Reviews” is there when there are more: %s",
  { tags: ["2.41", "2.46"] },
  async (hasMore) => {
    await show(recent({ reviews: [testReview({ comment: "" })], hasMore }));
    expect(screen.queryByRole("link", { name: "See All Reviews" }) !== null).toBe(hasMore);
    expect(screen.getByText("No detailed comment provided.")).toBeTruthy();
  },
);

test.each([
  [
    "no review asks for the first",
    recent({ reviews: [], hasMore: false }),
    "No reviews yet. Be the first to share your experience!",
  ],
  ["reviews that failed say so", recent("failed"), "Could not load recent reviews. Please try again later."],
  ["reviews on their way are announced", recent(new Promise(() => {})), "Loading recent reviews..."],
  ["a month without reviews says so", top([]), "No reviews yet this month."],
  ["reviewers that failed say so", top("failed"), "Could not load the top reviewers. Please try again later."],
  ["reviewers on their way are announced", top(new Promise(() => {})), "Loading top reviewers..."],
])("%s", { tags: ["2.43", "2.44", "2.45"] }, async (_, part, words) => {
  await show(part);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryAllByRole("listitem")).toEqual([]);
});

test.each([{ none: [] }, { none: "failed" as const }])(
  "there is no such part without cities: $none",
  async ({ none }) => {
    await show(cities(none));
    expect(screen.queryByRole("region")).toBeNull();
  },
);

test("what was on its way is shown when it comes", { tags: ["2.43"] }, async () => {
  const coming = Promise.withResolvers<Awaited<Recent>>();
  await show(recent(coming.promise));
  await act(async () => coming.resolve({ reviews: [testReview()], hasMore: false }));
  expect(screen.getByRole("article", { name: "Lakeview Residency" })).toBeTruthy();
});

function recent(shown: Recent) {
  return <RecentReviews key="recent" recent={shown} submitTo="/submit-review" />;
}

function top(shown: Top) {
  return <TopReviewers key="top" top={shown} />;
}

function cities(shown: Cities) {
  return <PopularCities cities={shown} />;
}

async function show(part: ReactNode) {
  await act(async () => {
    render(page(part));
  });
}

function page(parts: ReactNode) {
  return createElement(createRoutesStub([{ path: "/", Component: () => parts }]));
}
