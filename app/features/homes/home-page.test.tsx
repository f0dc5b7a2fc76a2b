// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Home } from "~/domain/home";
import { testHome, testHomeSummary } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
import { HomeList } from "./home-list";
import { HomePage } from "./home-page";
import { testHomeView } from "./test-home-view";

test("shows answers in words, counts and bars", { tags: ["10.24", "10.26", "10.28"] }, () => {
  const figures = {
    ...{ "would_recommend:true": 7, "would_recommend:false": 2 },
    ...{ "management_response_time:within_week": 3, "management_response_time:rarely_responds": 1 },
    ...{ "issue_resolution_status:none_fixed": 2, "severity:Critical": 1, "severity:Minor": 2, "rating:2": 4 },
    ...{ "property_type:Villa": 1, "property_type:Apartment": 2, "move_in_year:2019": 2, "move_in_year:2025": 1 },
  };
  show({ figures });
  expect(screen.getByRole("link", { name: "Recommend it 7 of 9" })).toBeTruthy();
  expect(rowsUnder("How fast the management responds")).toEqual(["Within a week 3", "Rarely responds 1"]);
  expect(rowsUnder("Issues reported")).toEqual(["Critical:1 of 4", "Minor:2 of 4"]);
  expect(barsUnder("Issues reported")).toEqual(["25%", "50%"]);
  expect(barsUnder("How fast the management responds")).toEqual(["3", "1"]);
  expect(screen.queryByRole("heading", { name: "Were issues fixed?" })).toBeNull();
  expect(screen.getByText("Apartment (2), Villa (1)")).toBeTruthy();
  expect(screen.getByText("Tenants moved in from 2019 to 2025")).toBeTruthy();
});

test("shows what helps most to decide at a glance, each linked to its bars", { tags: ["10.25", "10.47"] }, () => {
  const figures = {
    ...{ "rating:4": 15, "deposit:4_6_months": 8, "deposit:2_months": 1 },
    ...{ "would_recommend:true": 7, "would_recommend:false": 2, "deposit_back:all": 9, "deposit_back:part": 2 },
    ...{ "deposit_back:waiting": 4, "rent:25k_35k": 6, "rent:over_1l": 1, "size:2bhk": 3, "size:bed": 1 },
    ...{ "water:all_day": 7, "water:short": 3, "bachelors:yes": 9, "pets:no": 4, "couples:yes": 2 },
    ...{ "management_response_time:within_week": 3, "management_response_time:1-2_days": 5 },
  };
  show({ figures });
  const links = within(screen.getByRole("region", { name: "At a glance" })).getAllByRole<HTMLAnchorElement>("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Recommend it 7 of 9",
    "Deposit back in full 9 of 15 · 4 waiting",
    "Rent ₹25k–35k · 6 of 7",
    "Size 2 BHK · 3 of 4",
    "Deposit asked 4–6 months",
    "Water all day 7 of 10",
    "Bachelors welcome 9 of 9",
    "Heard back in a week 8 of 8",
  ]);
  const titles = links.map(({ hash }) => document.querySelector(`${hash} > h4`)?.textContent);
  expect(titles).toEqual([
    "Would tenants recommend it?",
    "Did the deposit come back?",
    "Rent a month",
    "What was rented",
    "Deposit asked",
    "Water",
    "Who is welcome",
    "How fast the management responds",
  ]);
  expect(rowsUnder("Who is welcome")).toEqual(["Bachelors:9 of 9", "Pets:0 of 4"]);
  expect(barsUnder("Who is welcome")).toEqual(["100%", "0%"]);
  expect(document.querySelectorAll(".tone-fair")).toHaveLength(4);
  const groups = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(["Money", "Living", "Rules", "Tenants", "Management"]);
});

test("invites tenants to answer while no question has three answers", { tags: ["10.47"] }, () => {
  show({ figures: { "rating:4": 2, "water:all_day": 2, "would_recommend:true": 1 } });
  const glance = screen.getByRole("region", { name: "At a glance" });
  expect(glance.textContent).toBe("At a glanceFigures appear once three tenants have answered. Have you lived here?");
  const path = "/submit-review?property=Lakeview+Residency&locality=Indiranagar&city=Bengaluru";
  expect(within(glance).getByRole("link").getAttribute("href")).toBe(path);
});

test("shows one answer as a sentence, and no figures of a thin home", { tags: ["10.24", "10.501"] }, () => {
  show({ figures: { "rating:4": 3, "water:all_day": 3 } });
  expect(figure("Water").textContent).toBe("WaterAll day: 3 of 3");
  cleanup();
  show({ figures: { "rating:4": 2, "water:all_day": 2, "severity:Minor": 1, "move_in_year:2024": 1 } });
  expect(screen.queryByRole("heading", { name: "In figures" })).toBeNull();
});

test("plots score and deposits by year", { tags: ["10.502"] }, () => {
  const figures = {
    ...{ "rating:4": 7, "water:all_day": 3, "year:2025:rating:5": 2, "year:2025:rating:2": 2 },
    ...{ "year:2026:rating:4": 3, "year:2026:back:all": 2, "year:2026:back:waiting": 1, "year:2024:rating:1": 2 },
  };
  show({ figures });
  const rows = within(screen.getByRole("table", { name: "By year of the review" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "YearReviewsAverage starsDeposits back in full",
    "202543.5Fewer than three answers",
    "202634.02 of 3",
  ]);
  cleanup();
  show({ figures: { ...figures, "year:2025:rating:5": 0 } });
  expect(screen.queryByRole("heading", { name: "By year" })).toBeNull();
});

test.each([
  ["several kinds of people let flats", { "let_by:owner": 1, "let_by:broker": 1 }, true],
  ["one kind lets all", { "let_by:owner": 3 }, false],
  ["the home is a PG", { "let_by:owner": 1, "let_by:company": 1, "property_type:PG / Hostel": 2 }, false],
])("says whether flats have different owners if %s", { tags: ["10.411"] }, (_case, figures, isSaid) => {
  show({ figures });
  const glance = screen.getByRole("region", { name: "At a glance" }).textContent;
  expect(glance.endsWith("Flats here have different owners: ask whose you are renting.")).toBe(isSaid);
});

test("lists other homes of the locality or, if it has none, of the city", { tags: ["10.40"] }, () => {
  const other = testHomeSummary({ propertyId: "2a2b3c4d-0", propertyName: "Silver Oak" });
  show({ nearby: [other] });
  expect(screen.getByRole("heading", { name: "Other homes in Indiranagar" })).toBeTruthy();
  cleanup();
  show({ nearby: [other, { ...other, propertyId: "3a2b3c4d-0", locality: "Ulsoor" }] });
  expect(screen.getByRole("heading", { name: "Other homes in Bengaluru" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /Silver Oak/ })).toHaveLength(2);
});

test("links homes and the next page of a list", { tags: ["10.6"] }, () => {
  const list = { homes: [testHomeSummary({ facts: { size: "2bhk" } })], next: "abc", isLaterPage: false };
  renderPart(
    <HomeList {...list} hasLocality pathFrom={(after) => `/homes/bengaluru${after ? "?after=" + after : ""}`} />,
  );
  expect(screen.getByRole("article").textContent).toContain("last review on 5 Aug 2025");
  expect(screen.getByText("2 BHK")).toBeTruthy();
  expect(screen.getByRole("link", { name: "More homes" }).getAttribute("href")).toBe("/homes/bengaluru?after=abc");
});

function show(home: Partial<Home>) {
  renderPart(
    <HomePage view={testHomeView({ home: testHome({ count: 3, totalRating: 13, ...home }) })}>reviews</HomePage>,
  );
}

function rowsUnder(title: string): string[] {
  return [...figure(title).querySelectorAll("li")].map(({ textContent }) => textContent);
}

function barsUnder(title: string): string[] {
  return [...figure(title).querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.width || style.flexGrow);
}

function figure(title: string): HTMLElement {
  return screen.getByRole("heading", { name: title }).parentElement as HTMLElement;
}
