// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import type { RecentReviews as Recent } from "./load-recent-reviews";
import { RecentReviews } from "./recent-reviews";

afterEach(cleanup);

test(
  "each of the newest reviews says what it is about and leads to its full text",
  { tags: ["2.39", "2.40", "2.41", "2.42"] },
  async () => {
    const comment = "Quiet street.";
    await show({ reviews: [testReview({ comment }), testReview({ id: "r2", comment: "" })], hasMore: false });
    const [card, second] = screen.getAllByRole("article").map((article) => within(article));
    if (!card || !second) throw new Error("There are fewer cards than reviews.");
    expect(card.getByRole("heading", { name: "Lakeview Residency" })).toBeTruthy();
    expect(card.getByRole("img", { name: "4 out of 5 stars" })).toBeTruthy();
    expect(card.getByText("Indiranagar").closest("p")?.textContent).toBe("Indiranagar, Bengaluru");
    expect(card.getByText(comment).className).toContain("line-clamp-3");
    expect(card.getByRole("link", { name: /^View Full Review/ }).getAttribute("href")).toBe("/reviews#review-r1");
    expect(second.getByText("No detailed comment provided.")).toBeTruthy();
  },
);

test("the name of a home leads to its page", { tags: ["10.86"] }, async () => {
  await show({ reviews: [testReview({ propertyId: "1a2b3c4d-0000" })], hasMore: false });
  expect(screen.getByRole("link", { name: "Lakeview Residency" }).getAttribute("href")).toBe(
    "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d",
  );
});

test.each([true, false])("'See All Reviews' is there when there are more: %s", { tags: ["2.46"] }, async (hasMore) => {
  await show({ reviews: [testReview()], hasMore });
  expect(screen.queryByRole("link", { name: "See All Reviews" }) !== null).toBe(hasMore);
});

test("without any review the first one is asked for", { tags: ["2.45"] }, async () => {
  await show({ reviews: [], hasMore: false });
  expect(screen.getByText("No reviews yet. Be the first to share your experience!")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Submit a Review" }).getAttribute("href")).toBe("/submit-review");
});

test("a failure is shown in place of the reviews", { tags: ["2.44"] }, async () => {
  await show("failed");
  expect(screen.getByText("Could not load recent reviews. Please try again later.")).toBeTruthy();
});

test("reviews that are on their way are announced and then shown", { tags: ["2.43"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<Recent>();
  await show(promise);
  expect(screen.getByText("Loading recent reviews...")).toBeTruthy();
  await act(async () => resolve({ reviews: [testReview()], hasMore: false }));
  expect(screen.getByRole("article", { name: "Lakeview Residency" })).toBeTruthy();
});

test("the server's page holds the reviews themselves, for readers without JavaScript", () => {
  const Page = page({ reviews: [testReview()], hasMore: false });
  const html = renderToString(<Page />);
  expect(html).toContain("Quiet street.");
  expect(html).not.toContain("Loading recent reviews...");
});

async function show(recent: Recent | Promise<Recent>) {
  const Page = page(recent);
  await act(async () => {
    render(<Page />);
  });
}

function page(recent: Recent | Promise<Recent>) {
  return createRoutesStub([
    { path: "/", Component: () => <RecentReviews recent={recent} submitTo="/submit-review" /> },
  ]);
}
