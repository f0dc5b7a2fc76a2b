// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";
import type { Review } from "~/domain/review";
import { testReview } from "~/domain/test-review";
import { ReviewCard } from "./review-card";

vi.mock("~/data/report-memory");

const NONE: ReadonlySet<string> = new Set();
const THIS_ONE: ReadonlySet<string> = new Set(["r1"]);

beforeEach(() => {
  vi.mocked(reportedReviews).mockReturnValue(NONE);
  vi.mocked(subscribeToReports).mockReturnValue(() => {});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test(
  "a card can be jumped to, and its heading and name tell a review from others: “{stars}, {day}, {name}”",
  { tags: ["10.81"] },
  () => {
    const heading = show({ publishedOn: "2026-05-11", displayName: "s.nair", rating: 1 }).getByRole("heading", {
      level: 3,
    });
    expect(heading.getAttribute("aria-label")).toBe("1 star, 11 May 2026, s.nair");
    expect(screen.getByRole("article", { name: "1 star, 11 May 2026, s.nair Lakeview Residency" }).id).toBe(
      "review-r1",
    );
  },
);

test.each([
  [{}, "Lakeview Residency"],
  [
    { propertyType: "Apartment", duration: "1–2 years", moveInDate: "2025-01-01" },
    "Lakeview Residency · Apartment · 1–2 years · moved in Jan 2025",
  ],
  [{ moveInDate: "2024-09-17" }, "Lakeview Residency · moved in Sept 2024"],
])("the tenancy is shown in one line, as far as it was given: %o", { tags: ["10.80"] }, (given, line) => {
  expect(show(given).getByText("Lakeview Residency").closest("p")?.textContent).toBe(line);
});

test("a review has a link of its own, on the page of its home", { tags: ["10.85"] }, () => {
  const propertyId = "1a2b3c4d-0000-4000-8000-000000000000";
  const link = show({ propertyId }).getByRole("link", { name: "Link to this review by asha.r" });
  expect(link.textContent).toBe("Link to this review");
  expect(link.getAttribute("href")).toBe(
    "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d?review=r1#review-r1",
  );
});

test("a review that only this browser has is linked to in the list", { tags: ["10.85"] }, () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  try {
    const link = show().getByRole("link", { name: /^Link to this review/ });
    expect(link.getAttribute("href")).toBe("/reviews#review-r1");
  } finally {
    delete window.__gharsach;
  }
});

test("only a long text is cut", () => {
  expect(show({ comment: "Quiet. ".repeat(20) }).queryByText("Read more")).toBeNull();
  cleanup();
  expect(show({ comment: "Quiet. ".repeat(200) }).getByText("Read more")).toBeTruthy();
  cleanup();
  expect(show({ comment: "Quiet.\n".repeat(20) }).getByText("Read more")).toBeTruthy();
});

test("answers appear in words, and what was not answered does not", { tags: ["2.70", "2.71"] }, () => {
  const card = show({
    wouldRecommend: true,
    moveOutIntent: false,
    howIssuesReported: "in_person",
    issueResolutionStatus: "some_fixed",
    managementResponseTime: "1-2_days",
  });
  expect(facts(card)).toEqual([
    "Would recommend",
    "Intends to stay",
    "Issues reported: In Person",
    "Resolution: Some Fixed",
    "Management response: 1-2 Days",
  ]);
  cleanup();
  expect(facts(show({ wouldRecommend: false, moveOutIntent: true }))).toEqual([
    "Would not recommend",
    "Intends to move out",
  ]);
  cleanup();
  expect(facts(show())).toEqual([]);
});

test("what is not applicable is left out", { tags: ["10.83"] }, () => {
  expect(facts(show({ howIssuesReported: "na", issueResolutionStatus: "na" }))).toEqual([]);
  cleanup();
  expect(facts(show({ howIssuesReported: "did_not_report", issueResolutionStatus: "na" }))).toEqual([
    "Issues reported: Did Not Report",
  ]);
});

test("what its author added later stands under a review, with its day", { tags: ["11.8", "11.25"] }, () => {
  const card = show({
    followUps: [
      { text: "Deposit returned in March.", addedOn: "2027-03-02" },
      { text: "<b>The lift works.</b>", addedOn: "2027-06-11" },
    ],
  });
  const heading = card.getByRole("heading", { name: "Added later by the author" });
  expect([...(heading.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "2 Mar 2027: Deposit returned in March.",
    "11 Jun 2027: <b>The lift works.</b>",
  ]);
  cleanup();
  expect(show().queryByRole("heading", { name: "Added later by the author" })).toBeNull();
});

test("the four severities have one to four bars, and others none", { tags: ["10.87"] }, () => {
  const bars = (severity: string) => {
    cleanup();
    const badge = show({ reportedIssues: [{ id: "1", description: "No water", severity }] }).getByText(severity);
    return [...badge.classList].filter((name) => /^severity-/.test(name));
  };
  expect(["Minor", "moderate", "Major", "CRITICAL"].map(bars)).toEqual([
    ["severity-1"],
    ["severity-2"],
    ["severity-3"],
    ["severity-4"],
  ]);
  expect(bars("Huge")).toEqual([]);
});

test.each(["Nil", "NO ISSUES"])("issues whose first says '%s' are hidden", { tags: ["2.80"] }, (description) => {
  const card = show({ reportedIssues: [{ id: "1", description, severity: null }] });
  expect(card.queryByText("Reported issues")).toBeNull();
});

test("a card shows the thumbnails of its photos, and links to the photos in a new tab", { tags: ["2.72"] }, () => {
  const card = show({ proofUrls: ["/a.jpg", "/b.jpg"], proofThumbnailUrls: ["/a.webp", "/b.webp"] });
  const photos = card.getAllByRole("link", { name: /^Proof \d of 2 for Lakeview Residency/ });
  expect(photos.map((link) => link.getAttribute("href"))).toEqual(["/a.jpg", "/b.jpg"]);
  expect(photos.map((link) => `${link.getAttribute("target")} ${link.getAttribute("rel")}`)).toEqual(
    Array.from({ length: 2 }, () => "_blank noopener"),
  );
  expect(sources(card)).toEqual(["/a.webp", "/b.webp"]);
});

test("where there are no thumbnails, or one cannot be had, before the page came to life or after, the photo is shown", () => {
  const photos = { proofUrls: ["/a.jpg", "/b.jpg"], proofThumbnailUrls: ["/a.webp", "/b.webp"] };
  expect(sources(show({ ...photos, proofThumbnailUrls: null }))).toEqual(["/a.jpg", "/b.jpg"]);
  cleanup();
  const card = show(photos);
  fireEvent.error(card.getByRole("img", { name: /^Proof 2 of 2/ }));
  expect(sources(card)).toEqual(["/a.webp", "/b.jpg"]);
  cleanup();
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  expect(sources(show(photos))).toEqual(["/a.jpg", "/b.jpg"]);
  cleanup();
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(128);
  expect(sources(show(photos))).toEqual(["/a.webp", "/b.webp"]);
});

const EARLY = "2025-06-30";
const LATER = "2025-07-01";

const ALL = ["Verified Early Reviewer", "Verified by Community", "Under Review"];

test.each([
  { publishedOn: LATER, verified: false, reported: false, here: NONE, badges: [] },
  { publishedOn: EARLY, verified: false, reported: false, here: NONE, badges: ["Verified Early Reviewer"] },
  { publishedOn: LATER, verified: true, reported: false, here: NONE, badges: ["Verified by Community"] },
  { publishedOn: LATER, verified: false, reported: true, here: NONE, badges: ["Under Review"] },
  { publishedOn: EARLY, verified: true, reported: true, here: NONE, badges: ALL },
  { publishedOn: EARLY, verified: true, reported: true, here: THIS_ONE, badges: ALL.slice(0, 2) },
  { publishedOn: LATER, verified: false, reported: false, here: THIS_ONE, badges: [] },
])(
  "published $publishedOn, verified $verified, reported $reported: $badges, and a report that this takes",
  { tags: ["1.11", "2.73", "2.74", "2.75", "2.76", "2.83", "4.13", "9.13", "10.82"] },
  ({ here, badges, ...own }) => {
    vi.mocked(reportedReviews).mockReturnValue(here);
    const card = show({ ...own, displayName: "s.nair" });
    expect(ALL.filter((badge) => card.queryByText(badge))).toEqual(badges);
    const isTaken = own.reported || here === THIS_ONE;
    const button = card.getByRole<HTMLButtonElement>("button", { name: /^Report/ });
    expect([button.ariaLabel, button.disabled]).toEqual([
      `${isTaken ? "Reported" : "Report"} review by s.nair`,
      isTaken,
    ]);
  },
);

test("each badge says what it means when it is opened", { tags: ["10.84"] }, () => {
  const card = show({ publishedOn: EARLY, verified: true, reported: true });
  const meanings = ALL.map((badge) => {
    const details = card.getByText(badge).closest("details");
    expect(details?.open).toBe(false);
    return details?.lastChild?.textContent;
  });
  expect(meanings).toEqual([
    "Published on or before 30 June 2025. It says nothing about proof.",
    "The author uploaded at least one photo as proof. Nobody has checked the photo.",
    "Someone has reported this review. It stays public while the team looks at it.",
  ]);
});

function show(own: Partial<Review> = {}) {
  const Page = createRoutesStub([{ path: "/", Component: () => <ReviewCard review={testReview(own)} /> }]);
  render(<Page />);
  return within(screen.getByRole("article"));
}

function sources(card: ReturnType<typeof show>) {
  return card.getAllByRole("img", { name: /^Proof/ }).map((image) => image.getAttribute("src"));
}

function facts(card: ReturnType<typeof show>) {
  return card.queryAllByRole("listitem").map((fact) => fact.textContent);
}
