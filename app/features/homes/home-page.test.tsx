// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { parseHomeQuery } from "~/domain/home-query";
import { testHome, testHomeSummary } from "~/domain/test-home";
import { HomeList } from "./home-list";
import { HomePage } from "./home-page";
import type { HomeView } from "./load-home";

const PATH = "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d";

test("what tenants answered stands in words, counts and bars", { tags: ["10.24", "10.26", "10.28"] }, () => {
  const figures = {
    ...{ "would_recommend:true": 7, "would_recommend:false": 2 },
    ...{ "management_response_time:within_week": 3, "management_response_time:rarely_responds": 1 },
    ...{ "issue_resolution_status:none_fixed": 2, "severity:Critical": 1, "severity:Minor": 2 },
    ...{ "property_type:Villa": 1, "property_type:Apartment": 2, "move_in_year:2019": 2, "move_in_year:2025": 1 },
  };
  show({ home: { ...HOME, figures } });
  expect(screen.getByText("7 of 9 would recommend")).toBeTruthy();
  expect(rowsUnder("How fast the management responds")).toEqual(["Within a week:3", "Rarely responds:1"]);
  expect(rowsUnder("Issues reported")).toEqual(["Critical:1", "Minor:2"]);
  expect(barsUnder("How fast the management responds")).toEqual(["75%", "25%"]);
  expect(screen.queryByRole("heading", { name: "Were issues fixed?" })).toBeNull();
  expect(screen.getByText("Apartment (2), Villa (1)")).toBeTruthy();
  expect(screen.getByText("Tenants moved in from 2019 to 2025")).toBeTruthy();
});

test("other homes are of the locality or, where it has none, of the city", { tags: ["10.40"] }, () => {
  const other = testHomeSummary({ propertyId: "2a2b3c4d-0", propertyName: "Silver Oak" });
  show({ home: { ...HOME, nearby: [other] } });
  expect(screen.getByRole("heading", { name: "Other homes in Indiranagar" })).toBeTruthy();
  cleanup();
  show({ home: { ...HOME, nearby: [other, { ...other, propertyId: "3a2b3c4d-0", locality: "Ulsoor" }] } });
  expect(screen.getByRole("heading", { name: "Other homes in Bengaluru" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /Silver Oak/ })).toHaveLength(2);
});

test("a list of homes leads on", { tags: ["10.6"] }, () => {
  const homes = [testHomeSummary()];
  const Page = () => <HomeList homes={homes} hasLocality path="/homes/bengaluru" next="abc" isLaterPage={false} />;
  renderAt("/", Page);
  expect(screen.getByRole("article").textContent).toContain("last review on 5 Aug 2025");
  expect(screen.getByRole("link", { name: "More homes" }).getAttribute("href")).toBe("/homes/bengaluru?after=abc");
});

const HOME = testHome({ count: 3, totalRating: 13, figures: { "rating:4": 2, "rating:5": 1 } });

function show(own: Partial<HomeView> = {}) {
  const query = parseHomeQuery(new URLSearchParams());
  const rest = { reviews: [], next: null, isLaterPage: false, matchingCount: 0, withPhotos: [] };
  renderAt(PATH, () => <HomePage view={{ home: HOME, query, ...rest, ...own }}>reviews</HomePage>);
}

function renderAt(path: string, Component: () => React.ReactNode) {
  const Stub = createRoutesStub([{ path, Component }]);
  render(<Stub initialEntries={[path]} />);
}

function rowsUnder(title: string): string[] {
  return [...figure(title).querySelectorAll("li")].map(({ textContent }) => textContent);
}

function barsUnder(title: string): string[] {
  return [...figure(title).querySelectorAll<HTMLElement>("[style]")].map(({ style }) => style.width);
}

function figure(title: string): HTMLElement {
  return screen.getByRole("heading", { name: title }).parentElement as HTMLElement;
}
