// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";
import type { Review } from "~/domain/review";
import { testReview } from "~/domain/test-review";
import { renderPart } from "~/ui/test-page";

import { ReviewCard, TopicWordsContext } from "./review-card";

vi.mock("~/data/report-memory");

const NONE: ReadonlySet<string> = new Set();
const THIS_ONE: ReadonlySet<string> = new Set(["r1"]);

beforeEach(() => {
  vi.mocked(reportedReviews).mockReturnValue(NONE);
  vi.mocked(subscribeToReports).mockReturnValue(() => {});
});

test("shows the main answers in one line, and all behind a disclosure", { tags: ["10.80"] }, () => {
  const answers = { duration: "1–2 years", property_type: "Apartment", would_recommend: "true" };
  const facts = {
    management_response_time: "within_week",
    bachelors: "no",
    water: "all_day",
    deposit: "2_months",
    size: "2bhk",
  };
  show({ answers: { ...facts, ...answers }, moveInDate: "2025-01-01" });
  expect(screen.getByText("Deposit 2 months")).toBeTruthy();
  expect(factsLine()).toBe("2 BHK Water: all day Would recommend");
  const all = screen.getByText("All 9 answers").parentElement;
  expect(Array.from(all?.querySelectorAll("dl > div") ?? [], ({ textContent }) => textContent)).toEqual([
    "Moved in Jan 2025",
    "Property Type Apartment",
    "Duration of Stay 1–2 years",
    "Would you recommend it? Would recommend",
    "What did you rent? 2 BHK",
    "Deposit 2 months",
    "Water all day",
    "Bachelors no",
    "Management response Within Week",
  ]);
  cleanup();
  show({ answers: { rent: "over_1l", deposit: "2_months" } });
  expect(screen.queryByText(/^All \d/)).toBeNull();
  cleanup();
  show();
  expect(factsLine()).toBeUndefined();
});

test("leaves out the name of the home on its page, and offers to answer", { tags: ["10.80"] }, () => {
  expect(show().queryByText("Lakeview Residency")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Answer/ })).toBeNull();
  cleanup();
  show({}, true);
  expect(screen.queryByText("Lakeview Residency")).toBeNull();
  expect(screen.getByRole("link", { name: "Answer as owner: the review by asha.r" })).toBeTruthy();
});

test("heads each review with stars, day and name, and links to it", { tags: ["10.36", "10.80"] }, () => {
  const card = show({ propertyId: "1a2b3c4d-0", publishedOn: "2026-05-11", rating: 1 });
  expect(card.getByRole("heading", { level: 3 }).ariaLabel).toBe("1 star, 11 May 2026, asha.r");
  expect(card.getByRole("link", { name: "Link to this review by asha.r" }).getAttribute("href")).toBe(
    "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d?review=r1#review-r1",
  );
});

test("marks the words of the topic in the URL", { tags: ["10.45"] }, () => {
  const comment = <ReviewCard review={testReview({ comment: "Water all day, पानी too." })} />;
  const { container } = renderPart(<TopicWordsContext value={["water", "पानी"]}>{comment}</TopicWordsContext>);
  expect(Array.from(container.querySelectorAll("mark"), (mark) => mark.textContent)).toEqual(["Water", "पानी"]);
  expect(screen.getByText(/all day/).textContent).toBe("Water all day, पानी too.");
});

test("clamps only a long text", () => {
  expect(show({ comment: "Quiet. ".repeat(20) }).queryByText("Read more")).toBeNull();
  cleanup();
  expect(show({ comment: "Quiet. ".repeat(200) }).getByText("Read more")).toBeTruthy();
  cleanup();
  expect(show({ comment: "Quiet.\n".repeat(20) }).getByText("Read more")).toBeTruthy();
});

test("shows answers in words, and none that do not apply", { tags: ["2.66", "10.80"] }, () => {
  show({
    answers: {
      management_response_time: "1-2_days",
      would_recommend: "true",
      move_out_intent: "false",
      issue_resolution_status: "na",
    },
  });
  expect(factsLine()).toBe("Would recommend Intends to stay");
  cleanup();
  show({ answers: { how_issues_reported: "na" } });
  expect(factsLine()).toBeUndefined();
});

test("says in the sentence on the deposit what came back last", { tags: ["10.500", "10.563"] }, () => {
  const answers = { deposit: "2_months", deposit_back: "part", deposit_when: "week", deposit_kept: "cleaning" };
  show({ answers, followUps: [{ text: "", depositBack: "all", addedOn: "2027-03-02" }] });
  expect(screen.getByText("Deposit 2 months").parentElement?.textContent).toBe("Deposit 2 months; all came back");
  expect(screen.getByText(/^Did the deposit come back\?/).textContent).toMatch(/in part\. On 2.Mar.2027: all\.$/);
});

test("shows the author's follow-up below the review, with its date", { tags: ["10.563", "11.8"] }, () => {
  const card = show({
    followUps: [
      { text: "Deposit returned in March.", depositBack: null, addedOn: "2027-03-02" },
      { text: "<b>The lift works.</b>", depositBack: null, addedOn: "2027-06-11" },
    ],
  });
  const heading = card.getByRole("heading", { name: "Added later by the author" });
  expect([...(heading.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "2 Mar 2027: Deposit returned in March.",
    "11 Jun 2027: <b>The lift works.</b>",
  ]);
  cleanup();
  show({ answers: { deposit_back: "none" }, followUps: [{ text: "", depositBack: "part", addedOn: "2027-06-11" }] });
  expect(screen.getByRole("list").textContent).toMatch(
    /^Did the deposit come back\? On .+: none of it\. On 11\sJun\s2027: in part\.$/,
  );
  cleanup();
  expect(show().queryByRole("heading", { name: "Added later by the author" })).toBeNull();
});

test.each([
  ["Minor", "badge badge-outline icon icon-bars severity-1"],
  ["moderate", "badge badge-secondary icon icon-bars severity-2"],
  [" Major ", "badge badge-destructive icon icon-bars severity-3"],
  ["CRITICAL", "badge badge-destructive icon icon-bars severity-4"],
  ["Huge", "badge badge-outline"],
])("shows a severity by color and bars, in any case: %s", { tags: ["2.77", "10.87"] }, (severity, look) => {
  const card = show({ reportedIssues: [{ id: "1", description: "No water", severity }] });
  expect(card.getByText(severity.trim()).className).toBe(look);
});

test("clamps only a long issue", () => {
  const issue = (description: string) => ({ reportedIssues: [{ id: "1", description, severity: "Minor" }] });
  expect(show(issue("The lift stops. ".repeat(30))).getByText("Read more")).toBeTruthy();
  cleanup();
  expect(show(issue("The lift stops. ".repeat(10))).queryByText("Read more")).toBeNull();
});

test("shows the photo if a thumbnail is missing or fails to load", { tags: ["2.66"] }, () => {
  const photos = { proofUrls: ["/a.jpg", "/b.jpg"], proofThumbnailUrls: ["/a.webp", "/b.webp"] };
  const links = show({ ...photos, proofThumbnailUrls: null }).getAllByRole<HTMLAnchorElement>("link", {
    name: /^Proof/,
  });
  expect(links.map(({ target, rel }) => [target, rel])).toEqual([
    ["_blank", "noopener"],
    ["_blank", "noopener"],
  ]);
  expect(links.map((link) => link.querySelector("img")?.getAttribute("src"))).toEqual(["/a.jpg", "/b.jpg"]);
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
  { publishedOn: EARLY, verified: false, reported: false, here: NONE, badges: ["Verified Early Reviewer"] },
  { publishedOn: LATER, verified: true, reported: false, here: NONE, badges: ["Verified by Community"] },
  { publishedOn: LATER, verified: false, reported: true, here: NONE, badges: ["Under Review"] },
  { publishedOn: EARLY, verified: true, reported: true, here: NONE, badges: ALL },
  { publishedOn: EARLY, verified: true, reported: true, here: THIS_ONE, badges: ALL.slice(0, 2) },
  { publishedOn: LATER, verified: false, reported: false, here: THIS_ONE, badges: [] },
])(
  "shows $badges: published $publishedOn, verified $verified, reported $reported",
  { tags: ["1.10", "2.66", "2.74", "2.75", "2.83", "10.82", "10.84"] },
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

function show(own: Partial<Review> = {}, isOnPageOfHome = false) {
  renderPart(<ReviewCard review={testReview(own)} isOnPageOfHome={isOnPageOfHome} />);
  return within(screen.getByRole("article"));
}

function sources(card: ReturnType<typeof show>) {
  return card.getAllByRole("img", { name: /^Proof/ }).map((image) => image.getAttribute("src"));
}

function factsLine() {
  return document.querySelector(".facts")?.textContent.trim();
}
