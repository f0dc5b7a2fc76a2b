import { expect, test } from "vitest";
import { csv } from "./csv";
import { type CityDeposits, depositSummary, mostAnsweredBack } from "./deposits";

test("summarizes the deposits of a city", { tags: ["10.22"] }, () => {
  expect(
    depositSummary({
      ...{ "deposit:none": 2, "deposit:1_month": 3, "deposit:2_months": 1, "deposit:7_10_months": 4 },
      ...{ "deposit_back:all": 6, "deposit_back:none": 4, "deposit_back:waiting": 9, "deposit_back:living_there": 30 },
      ...{ "deposit_when:week": 3, "deposit_when:later": 7, "deposit_kept:damage": 9 },
    }),
  ).toEqual({
    asked: "1 month",
    back: {
      ...{ count: 6, of: 19 },
      parts: [
        { key: "all", label: "All", count: 6, tone: "good" },
        { key: "none", label: "None of it", count: 4, tone: "bad" },
        { key: "waiting", label: "Still waiting", count: 9, tone: "open" },
      ],
    },
    when: "Later",
    keptFor: null,
  });
});

test("shows nothing for fewer than ten answers", { tags: ["10.22"] }, () => {
  expect(depositSummary({ "deposit:none": 9, "deposit_back:all": 9, "deposit_back:living_there": 9 })).toBeNull();
  expect(depositSummary({ "deposit:none": 10, "deposit_back:all": 9 })).toMatchObject({ asked: "None", back: null });
});

test("finds the city with the most answers about what came back", { tags: ["10.542"] }, () => {
  const cities = (
    [
      ["Pune", { "deposit:none": 90, "deposit_back:all": 9 }],
      ["Mumbai", { "deposit_back:all": 6, "deposit_back:none": 5 }],
      ["Bengaluru", { "deposit_back:all": 15, "deposit_back:part": 5, "deposit_back:waiting": 4 }],
    ] as [string, CityDeposits["figures"]][]
  ).map(([city, figures]) => ({
    ...{ city, figures },
    ...{ refreshedOn: "2026-11-29", localities: [] },
  }));
  expect(mostAnsweredBack(cities)).toEqual({ city: "Bengaluru", all: 15, of: 24 });
  expect(mostAnsweredBack(cities.slice(0, 1))).toBeNull();
});

test("never writes a cell that a spreadsheet runs as a formula", { tags: ["10.27"] }, () => {
  expect(csv([["=1+1", "+x", "-x", "@x", -1, 'a "b", c', null]])).toBe(`'=1+1,'+x,'-x,'@x,-1,"a ""b"", c",\r\n`);
});
