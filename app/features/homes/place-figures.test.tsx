// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ALL_HOMES } from "~/domain/place-query";
import { testHomeSummary } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
import { PlacePage } from "./place-page";

const HOME = testHomeSummary({
  propertyName: "Amaltas Court",
  recommend: { yes: 7, no: 2 },
  facts: { size: "2bhk" },
});
const DEPOSITS = { "deposit:1_month": 8, "deposit:2_months": 14 };

test("shows a place's usual deposit, best homes, and the day of the figures", { tags: ["10.21"] }, () => {
  show({ all: { ...DEPOSITS, "water:all_day": 9 }, pg: {}, flat: DEPOSITS });
  const short = within(screen.getByRole("region", { name: "In short" }));
  expect(short.getByText("Deposit asked: 2 months (14 of 22)")).toBeTruthy();
  expect(short.getByRole("link", { name: "Amaltas Court" })).toBeTruthy();
  expect(short.getByText("2 BHK")).toBeTruthy();
  expect(short.getByText("7 of 9 would recommend")).toBeTruthy();
  const figures = within(screen.getByRole("region", { name: "In figures" }));
  expect(figures.getAllByRole("heading", { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    "Deposit asked",
  ]);
  expect(screen.getByText("27 Nov 2026")).toBeTruthy();
});

test("splits PGs and flats if both have ten answers", { tags: ["10.21"] }, () => {
  show({ all: DEPOSITS, pg: { "deposit:1_month": 10 }, flat: { "deposit:2_months": 12 } });
  expect(screen.getByRole("region", { name: "PGs and shared rooms in figures" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Flats and houses in figures" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "In figures" })).toBeNull();
  expect(screen.getByText("Deposit asked: flats and houses, 2 months (12 of 12)")).toBeTruthy();
  expect(screen.getByText("Deposit asked: PGs, 1 month (10 of 10)")).toBeTruthy();
});

function show(figures: Record<"all" | "pg" | "flat", Record<string, number>>) {
  const place = {
    ...{ city: "Pune", locality: null, localities: [], homeCount: 1, homes: [], next: null, isLaterPage: false },
    ...{ query: ALL_HOMES, traits: {}, matchingCount: null, missing: {} },
  };
  const view = { ...place, figures: { ...figures, best: [HOME], refreshedOn: "2026-11-27" } };
  renderPart(<PlacePage view={view} guide={null} />);
}
