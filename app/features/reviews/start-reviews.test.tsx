// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import type { ComponentProps, ReactNode } from "react";
import { expect, test } from "vitest";
import { testReview } from "~/domain/test-review";
import { renderPart } from "~/ui/test-page";
import { DepositBand, PopularCities, RecentQuote, TopReviewers } from "./start-sections";
import { RecentReviews } from "./recent-reviews";

type Recent = ComponentProps<typeof RecentReviews>["recent"];
type Top = ComponentProps<typeof TopReviewers>["top"];

test.each([
  [
    "asks for the first review if there is none",
    recent({ reviews: [], hasMore: false, quote: null }),
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
  await show(recent({ reviews: [testReview({ comment: "" })], hasMore: false, quote: null }));
  expect(screen.getByRole("article", { name: "Lakeview Residency" })).toBeTruthy();
  expect(screen.getByText("No detailed comment provided.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "See All Reviews" })).toBeNull();
});

test("links a sentence to its review on the page of its home", { tags: ["10.540"] }, async () => {
  const home = {
    propertyId: "5d0a1b2c-0000",
    propertyName: "Amaltas Court",
    locality: "HSR Layout",
    city: "Bengaluru",
  };
  const quote = { ...home, id: "r7", text: "Sample: The water comes twice a day." };
  await show(<RecentQuote recent={{ reviews: [], hasMore: true, quote }} />);
  expect(screen.getByRole("figure").textContent).toBe(`${quote.text}Amaltas Court HSR Layout, Bengaluru`);
  expect(screen.getByText(quote.text).dir).toBe("auto");
  expect(screen.getByRole("link", { name: "Amaltas Court" }).getAttribute("href")).toBe(
    "/homes/bengaluru/hsr-layout/amaltas-court-5d0a1b2c?review=r7#review-r7",
  );
});

test("leads to the deposits by the figure of one city", { tags: ["10.542"] }, async () => {
  await show(<DepositBand deposits={{ city: "Bengaluru", all: 15, of: 24 }} />);
  expect(screen.getByText("Bengaluru").parentElement?.textContent).toBe(
    "Bengaluru: 15 of 24 got all of the deposit back",
  );
  expect(screen.getByRole("link", { name: "Deposits: what tenants got back" }).getAttribute("href")).toBe("/deposits");
});

test.each([null, "failed"] as const)("shows no band of deposits if they are %s", async (deposits) => {
  await show(<DepositBand deposits={deposits} />);
  expect(screen.queryByRole("region")).toBeNull();
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
