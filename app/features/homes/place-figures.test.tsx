// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ALL_HOMES } from "~/domain/place-query";
import { renderPart } from "~/ui/test-page";
import { PlacePage } from "./place-page";

const DEPOSITS = { "deposit:1_month": 8, "deposit:2_months": 14 };

test("plots deposits and rents by size, and dates the figures", { tags: ["10.21", "10.511"] }, () => {
  const rents = { "rent_of_2bhk:18k_25k": 3, "rent_of_2bhk:35k_50k": 8, "rent_of_1rk:under_5k": 9 };
  const back = { "deposit_back:all": 7, "deposit_back:waiting": 4 };
  show({ all: { ...DEPOSITS, ...back, ...rents, "water:all_day": 9 }, pg: { "rent:5k_8k": 10 }, flat: DEPOSITS });
  const deposits = within(screen.getByRole("region", { name: "Deposits: 7 of 11 got all back" }));
  expect(deposits.getByText("Deposit asked: 2 months (14 of 22)")).toBeTruthy();
  expect(deposits.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["All 7", "Still waiting 4"]);
  const plot = within(screen.getByRole("region", { name: "Rent a month, median" }));
  expect(plot.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "In a PG: median ₹5,000–8,000 of 10 answers",
    "2 BHK: median ₹35,000–50,000 of 11 answers",
  ]);
  expect(screen.getByText("27 Nov 2026")).toBeTruthy();
});

test("splits PGs and flats if both have ten answers", { tags: ["10.21"] }, () => {
  show({ all: DEPOSITS, pg: { "deposit:1_month": 10 }, flat: { "deposit:2_months": 12 } });
  expect(screen.getByRole("region", { name: "PGs and shared rooms in figures" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Flats and houses in figures" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "In figures" })).toBeNull();
  expect(screen.getByText("Deposit asked: flats, 2 months (12 of 12)")).toBeTruthy();
  expect(screen.getByText("Deposit asked: PGs, 1 month (10 of 10)")).toBeTruthy();
});

function show(figures: Record<"all" | "pg" | "flat", Record<string, number>>) {
  const place = {
    ...{ city: "Pune", locality: null, localities: [], homeCount: 1, homes: [], next: null, isLaterPage: false },
    ...{ query: ALL_HOMES, traits: {}, matchingCount: null, missing: {} },
  };
  const view = { ...place, figures: { ...figures, refreshedOn: "2026-11-27" } };
  renderPart(<PlacePage view={view} guide={null} />);
}
