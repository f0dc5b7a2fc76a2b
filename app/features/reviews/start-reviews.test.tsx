// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
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

test(
  "each of the newest reviews says what it is about and leads to its home and to its full text",
  { tags: ["2.39", "2.40", "2.41", "2.42", "10.86"] },
  async () => {
    const reviews = [testReview({ propertyId: "1a2b3c4d-0000" }), testReview({ id: "r2", comment: "" })];
    await show(recent({ reviews, hasMore: false }));
    const [card, second] = screen.getAllByRole("article").map((article) => within(article));
    const home = "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d";
    expect(card?.getByRole("link", { name: "Lakeview Residency" }).getAttribute("href")).toBe(home);
    expect(card?.getByRole("img", { name: "4 out of 5 stars" })).toBeTruthy();
    expect(card?.getByText("Indiranagar").closest("p")?.textContent).toBe("Indiranagar, Bengaluru");
    expect(card?.getByText("Quiet street.").className).toContain("line-clamp-3");
    expect(card?.getByRole("link", { name: /^View Full Review/ }).getAttribute("href")).toBe("/reviews#review-r1");
    expect(second?.getByText("No detailed comment provided.")).toBeTruthy();
  },
);

test.each([true, false])("“See All Reviews” is there when there are more: %s", { tags: ["2.46"] }, async (hasMore) => {
  await show(recent({ reviews: [testReview()], hasMore }));
  expect(screen.queryByRole("link", { name: "See All Reviews" }) !== null).toBe(hasMore);
});

test("the list of reviewers has them in their order, each with a count in words", { tags: ["2.48"] }, async () => {
  await show(
    top([
      { label: "asha.r", count: 3 },
      { label: "Reviewer 2", count: 1 },
      { label: "asha.r", count: 1 },
    ]),
  );
  expect(within(screen.getByRole("region", { name: "Top Reviewers This Month" })).getByRole("list").tagName).toBe("OL");
  const lines = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(lines).toEqual(["1asha.r3 reviews", "2Reviewer 21 review", "3asha.r1 review"]);
});

test("“Browse homes by city” leads to the cities with the most homes and to all", { tags: ["10.91"] }, async () => {
  await show(
    cities([
      { city: "Bengaluru", homeCount: 1200 },
      { city: "Pune", homeCount: 1 },
    ]),
  );
  const section = within(screen.getByRole("region", { name: "Browse homes by city" }));
  expect(section.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["All cities", "/homes"],
    ["Bengaluru 1,200 homes", "/homes/bengaluru"],
    ["Pune 1 home", "/homes/pune"],
  ]);
});

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

test("the server's page holds the reviews and their authors, for readers without JavaScript", () => {
  const html = renderToString(
    page([recent({ reviews: [testReview()], hasMore: false }), top([{ label: "asha.r", count: 2 }])]),
  );
  expect(html).toContain("Quiet street.");
  expect(html).toContain("asha.r");
  expect(html).not.toContain("Loading");
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
