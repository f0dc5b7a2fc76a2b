// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listedCity } from "~/domain/cities";
import type { CityDeposits } from "~/domain/deposits";
import { renderPart } from "~/ui/test-page";
import { CITY_CUSTOMS } from "./city-customs";
import { depositsCsv } from "./deposits-csv";
import { DepositsPage } from "./deposits-page";

const CITY: CityDeposits = {
  ...{
    city: "Pune",
    refreshedOn: "2026-11-27",
    localities: [{ locality: "=Fort", figures: { "deposit:1_month": 11 } }],
  },
  figures: {
    "deposit:1_month": 11,
    "deposit:2_months": 2,
    "deposit_back:all": 8,
    "deposit_back:part": 3,
    "deposit_back:waiting": 5,
    "deposit_when:week": 9,
  },
};

test("shows a row for each city and locality, and where answers are few", { tags: ["10.22"] }, () => {
  renderPart(<DepositsPage cities={[CITY]} />);
  expect(screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent))).toEqual([
    [...["City", "Months asked", "Back in full", "In part", "Nothing", "Still waiting"], ...REST],
    [...["Pune", "1 month", "8 of 16", "3 of 16", "0 of 16", "5 of 16"], FEW, FEW, "16"],
    ["=Fort", "1 month", FEW, FEW, FEW, FEW, FEW, FEW, "11"],
  ]);
  expect(screen.getByText("Bengaluru: 5 to 10 months, softening")).toBeTruthy();
});

test("names cities as the list of cities does", () => {
  const cities = CITY_CUSTOMS.map(({ city }) => city);
  expect(cities.map(listedCity)).toEqual(cities);
});

const FEW = "–fewer than ten answers";
const REST = ["When it came", "Kept for", "Answers"];

test("says so if no city has ten answers", { tags: ["10.22"] }, () => {
  renderPart(<DepositsPage cities={[]} />);
  expect(screen.getByText(/^No city has ten answers about deposits yet/)).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("exports the licence, and the answers to questions with ten", { tags: ["10.27"] }, () => {
  expect(depositsCsv([CITY], "https://gharsach.in").split("\r\n")).toEqual([
    "\uFEFF# https://gharsach.in/deposits as of 2026-11-27. Licence: CC BY 4.0 https://creativecommons.org/licenses/by/4.0/",
    "city,locality,question,answer,count",
    ...[
      "Pune,,deposit,1_month,11",
      "Pune,,deposit,2_months,2",
      "Pune,,deposit_back,all,8",
      "Pune,,deposit_back,part,3",
      "Pune,,deposit_back,waiting,5",
    ],
    ...["Pune,'=Fort,deposit,1_month,11", ""],
  ]);
});
