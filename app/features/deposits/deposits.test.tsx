// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listedCity } from "~/domain/cities";
import type { CityDeposits } from "~/domain/deposits";
import { renderPart } from "~/ui/test-page";
import { CITY_CUSTOMS } from "./city-customs";
import { DepositsPage } from "./deposits-page";
import { csvMetadata, depositsCsv, factsCsv } from "./open-data";

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

test("shows shares, and leaves out what fewer than ten tenants answered", { tags: ["10.22", "10.513"] }, () => {
  renderPart(<DepositsPage cities={[CITY]} />);
  const [pune, fort] = Array.from(document.querySelectorAll("h2, h3"), (name) => name.parentElement?.textContent);
  expect(pune).toBe("Pune8 of 16 got all backAll 8In part 3Still waiting 5Months asked1 month");
  expect(fort).toBe("=FortMonths asked1 month");
  expect(screen.getByText("Bengaluru: 5 to 10 months, softening")).toBeTruthy();
  expect(screen.getByRole("link", { name: "CC BY 4.0" }).getAttribute("rel")).toBe("license");
});

test("names cities as the list of cities does", () => {
  const cities = CITY_CUSTOMS.map(({ city }) => city);
  expect(cities.map(listedCity)).toEqual(cities);
});

test("says so if no city has ten answers", { tags: ["10.22"] }, () => {
  renderPart(<DepositsPage cities={[]} />);
  expect(screen.getByText(/^No city has ten answers about deposits yet/)).toBeTruthy();
});

test("exports the answers to questions with ten, below a header", { tags: ["10.27", "10.514"] }, () => {
  expect(depositsCsv([CITY]).split("\r\n")).toEqual([
    "\uFEFFcity,locality,question,question_label,answer,answer_label,count,of",
    "Pune,,deposit,Deposit asked,1_month,1 month,11,13",
    "Pune,,deposit,Deposit asked,2_months,2 months,2,13",
    "Pune,,deposit_back,Did the deposit come back?,all,All,8,16",
    "Pune,,deposit_back,Did the deposit come back?,part,In part,3,16",
    "Pune,,deposit_back,Did the deposit come back?,waiting,Still waiting,5,16",
    "Pune,'=Fort,deposit,Deposit asked,1_month,1 month,11,11",
    "",
  ]);
  const figures = { "water:all_day": 10, "power:all": 9, "pets:yes": 4, "pets:no": 8 };
  expect(factsCsv([{ ...CITY, figures }]).split("\r\n")).toEqual([
    "\uFEFFcity,question,question_label,answer,answer_label,count,of",
    "Pune,water,Water,all_day,All day,10,10",
    "Pune,pets,Who is welcome: Pets,yes,Yes,4,12",
    "Pune,pets,Who is welcome: Pets,no,No,8,12",
    "",
  ]);
});

test('describes license and columns as the "CSV on the Web" does', { tags: ["10.514"] }, () => {
  for (const [file, rows] of [["deposits", depositsCsv([CITY])] as const, ["facts", factsCsv([])] as const]) {
    const { url, tableSchema, ...about } = csvMetadata(file, "https://gharsach.in", "GharSach") as Metadata;
    expect(url).toBe(`https://gharsach.in/${file}.csv`);
    expect(about["dc:license"]).toEqual({ "@id": "https://creativecommons.org/licenses/by/4.0/" });
    expect(tableSchema.columns.map(({ titles }) => titles).join(",")).toBe(rows.slice(1).split("\r\n")[0]);
  }
});

interface Metadata {
  url: string;
  "dc:license": object;
  tableSchema: { columns: { titles: string }[] };
}
