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
  "a card shows the property, the stars, the day in India, the name and the text",
  { tags: ["2.66", "2.67", "2.68"] },
  () => {
    const card = show({ publishedOn: "2025-08-06" });
    expect(card.getByText("Lakeview Residency").tagName).toBe("BDI");
    expect(card.getByRole("img", { name: "4 out of 5 stars" })).toBeTruthy();
    expect(card.getByText("6 Aug 2025").getAttribute("datetime")).toBe("2025-08-06");
    expect(card.getByText("asha.r").tagName).toBe("BDI");
    expect(card.getByText("Quiet street.")).toBeTruthy();
  },
);

test("a heading tells a review from others: “{stars}, {day}, {name}”", { tags: ["10.81"] }, () => {
  const heading = show({ publishedOn: "2026-05-11", displayName: "s.nair" }).getByRole("heading", { level: 3 });
  expect(heading.getAttribute("aria-label")).toBe("4 stars, 11 May 2026, s.nair");
  cleanup();
  expect(show({ rating: 1 }).getByRole("heading", { name: "1 star, 5 Aug 2025, asha.r" })).toBeTruthy();
});

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

test("a card can be jumped to, and its name says which home it is about", () => {
  show();
  const name = "4 stars, 5 Aug 2025, asha.r Lakeview Residency";
  expect(screen.getByRole("article", { name }).id).toBe("review-r1");
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

test("a review without words says so", { tags: ["2.68"] }, () => {
  expect(show({ comment: " \n" }).getByText("No detailed comment provided.")).toBeTruthy();
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

test("issues come with their severity", { tags: ["2.69"] }, () => {
  const card = show({
    reportedIssues: [
      { id: "1", description: "No water", severity: "Critical" },
      { id: "2", description: "Thin walls", severity: null },
    ],
  });
  const [first, second] = card.getAllByRole("listitem");
  expect(first?.textContent).toBe("No water Critical");
  expect(second?.textContent?.trim()).toBe("Thin walls");
});

test.each([
  { severity: "Critical", look: "badge-destructive" },
  { severity: "Major", look: "badge-destructive" },
  { severity: "Moderate", look: "badge-secondary" },
  { severity: "Minor", look: "badge-outline" },
  { severity: "Huge", look: "badge-outline" },
])("the badge of a $severity issue has its look", { tags: ["2.77", "2.78", "2.79"] }, ({ severity, look }) => {
  const card = show({ reportedIssues: [{ id: "1", description: "No water", severity }] });
  expect(card.getByText(severity).classList.contains(look)).toBe(true);
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

test("proof photos open in a new tab and wait until they are scrolled to", { tags: ["2.72"] }, () => {
  const card = show({ proofUrls: ["/storage/a.jpg", "/storage/b.jpg"] });
  const [first] = card.getAllByRole("link");
  expect(first?.getAttribute("href")).toBe("/storage/a.jpg");
  expect(first?.getAttribute("target")).toBe("_blank");
  expect(first?.getAttribute("rel")).toBe("noopener");
  const image = card.getByRole("img", { name: /^Proof 1 of 2 for Lakeview Residency/ });
  expect(image.getAttribute("loading")).toBe("lazy");
  expect([image.getAttribute("width"), image.getAttribute("height")]).toEqual(["64", "64"]);
  expect(image.className).toContain("size-full");
  expect(first?.className).toContain("size-16");
});

test("a card shows the thumbnails of its photos, and links to the photos", () => {
  const card = show({ proofUrls: ["/a.jpg", "/b.jpg"], proofThumbnailUrls: ["/a.webp", "/b.webp"] });
  const photos = card.getAllByRole("link", { name: /^Proof/ });
  expect(photos.map((link) => link.getAttribute("href"))).toEqual(["/a.jpg", "/b.jpg"]);
  expect(sources(card)).toEqual(["/a.webp", "/b.webp"]);
});

test("where there are no thumbnails, or one cannot be had, the photo itself is shown", () => {
  expect(sources(show({ proofUrls: ["/a.jpg", "/b.jpg"] }))).toEqual(["/a.jpg", "/b.jpg"]);
  cleanup();
  const card = show({ proofUrls: ["/a.jpg", "/b.jpg"], proofThumbnailUrls: ["/a.webp", "/b.webp"] });
  fireEvent.error(card.getByRole("img", { name: /^Proof 2 of 2/ }));
  expect(sources(card)).toEqual(["/a.webp", "/b.jpg"]);
});

test("a thumbnail that failed before the page came to life is replaced too", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  expect(sources(show({ proofUrls: ["/a.jpg"], proofThumbnailUrls: ["/a.webp"] }))).toEqual(["/a.jpg"]);
  cleanup();
  vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(128);
  expect(sources(show({ proofUrls: ["/a.jpg"], proofThumbnailUrls: ["/a.webp"] }))).toEqual(["/a.webp"]);
});

const EARLY = "2025-06-30";
const LATER = "2025-07-01";

test.each([
  { publishedOn: LATER, verified: false, reported: false, here: NONE, badges: [] },
  { publishedOn: EARLY, verified: false, reported: false, here: NONE, badges: ["Verified Early Reviewer"] },
  { publishedOn: LATER, verified: true, reported: false, here: NONE, badges: ["Verified by Community"] },
  { publishedOn: LATER, verified: false, reported: true, here: NONE, badges: ["Under Review"] },
  {
    publishedOn: EARLY,
    verified: true,
    reported: true,
    here: NONE,
    badges: ["Verified Early Reviewer", "Verified by Community", "Under Review"],
  },
  {
    publishedOn: EARLY,
    verified: true,
    reported: true,
    here: THIS_ONE,
    badges: ["Verified Early Reviewer", "Verified by Community"],
  },
  { publishedOn: LATER, verified: false, reported: false, here: THIS_ONE, badges: [] },
])(
  "badges: $publishedOn, verified $verified, reported $reported gives $badges",
  { tags: ["1.11", "2.73", "2.74", "2.75", "2.76", "9.13"] },
  ({ here, badges, ...own }) => {
    vi.mocked(reportedReviews).mockReturnValue(here);
    const card = show(own);
    const all = ["Verified Early Reviewer", "Verified by Community", "Under Review"];
    expect(all.filter((badge) => card.queryByText(badge))).toEqual(badges);
  },
);

test("each badge says what it means when it is opened", { tags: ["10.84"] }, () => {
  const card = show({ publishedOn: EARLY, verified: true, reported: true });
  const meanings = ["Verified Early Reviewer", "Verified by Community", "Under Review"].map((badge) => {
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

test.each([
  { reported: false, here: NONE, name: "Report", isDisabled: false },
  { reported: true, here: NONE, name: "Reported", isDisabled: true },
  { reported: false, here: THIS_ONE, name: "Reported", isDisabled: true },
  { reported: true, here: THIS_ONE, name: "Reported", isDisabled: true },
])(
  "the report button reads $name when reported is $reported",
  { tags: ["2.73", "2.83", "4.13", "10.82"] },
  ({ reported, here, name, isDisabled }) => {
    vi.mocked(reportedReviews).mockReturnValue(here);
    const card = show({ reported, displayName: "s.nair" });
    const button = card.getByRole<HTMLButtonElement>("button", { name: `${name} review by s.nair` });
    expect(button.textContent).toBe(name);
    expect(button.disabled).toBe(isDisabled);
  },
);

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
