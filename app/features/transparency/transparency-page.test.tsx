// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { transparencyFigures } from "~/data/transparency";
import { renderPart } from "~/ui/test-page";
import { transparencyCsv } from "./transparency-csv";
import { shareInWords, TransparencyPage } from "./transparency-page";

const QUIET = {
  ...{ month: "2026-10", published: 4, reportedReviews: 0, reports: 0, hidden: 0, hiddenByClause: {} },
  ...{ shownAgain: 0, cleared: 0, repliesPublished: 0, repliesRefused: 0, authorsLookedUp: 0, rulesReminders: 0 },
  ...{ grievances: 0, grievancesByGround: {}, times: null },
};
const BUSY = {
  ...{ ...QUIET, month: "2026-11", published: 120_000, reportedReviews: 9, reports: 12 },
  ...{ hidden: 3, hiddenByClause: { "3": 2, "": 1 }, cleared: 5, authorsLookedUp: 1 },
  ...{ grievances: 3, grievancesByGround: { untrue: 2, order: 1 } },
  times: {
    ...{ decided: 2, acknowledgeMedianSeconds: 7_200, acknowledgeSlowestSeconds: 80_000 },
    ...{ acknowledgedInTime: 3, acknowledgedLate: 0 },
    ...{ decideMedianSeconds: 36_000, decideSlowestSeconds: 400_000, decidedInTime: 2, decidedLate: 1 },
  },
};

test("shows the decisions of each month by clause and time needed", { tags: ["11.52"] }, async () => {
  await show([BUSY, QUIET]);
  const months = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(months).toEqual(["What happened", "Nov 2026", "Oct 2026"]);
  const rows = screen.getAllByRole("rowheader").map((head) => [
    head.textContent,
    within(head.closest("tr") as HTMLElement)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ]);
  const nothing = "–nothing was due";
  expect(rows).toEqual([
    ["Reviews published", ["1,20,000", "4"]],
    ["Reviews reported", ["9", "0"]],
    ["Reports", ["12", "0"]],
    ["Reviews hidden", ["3", "0"]],
    ["without a clause", ["1", "0"]],
    ["under clause 3", ["2", "0"]],
    ["Reviews cleared after a report", ["5", "0"]],
    ["Authors looked up, for a court or at their own request", ["1", "0"]],
    ["Complaints", ["3", "0"]],
    ["It is untrue", ["2", "0"]],
    ["A court or the government orders it", ["1", "0"]],
    ["Complaints decided", ["2", nothing]],
    ["Read within (median)", ["2 hours", nothing]],
    ["Read within (slowest)", ["22 hours", nothing]],
    ["Read in time", ["100 %", nothing]],
    ["Decided within (median)", ["10 hours", nothing]],
    ["Decided within (slowest)", ["5 days", nothing]],
    ["Decided in time", ["66 %", nothing]],
  ]);
  expect(screen.getByRole("link", { name: "download CSV" }).getAttribute("href")).toBe("/transparency.csv");
});

test("exports one line a month, with the same numbers", { tags: ["11.52"] }, async () => {
  const { months } = await transparencyFigures(database([BUSY, QUIET]));
  const [header = "", november = "", october = "", end] = transparencyCsv(months).split("\r\n");
  expect(end).toBe("");
  const columns = header.split(",");
  const row = Object.fromEntries(november.split(",").map((cell, place) => [columns[place], cell]));
  expect(row).toMatchObject({
    ...{ month: "2026-11", reviews_published: "120000", reports: "12", reviews_hidden_by_clause: "3: 2; none: 1" },
    ...{ complaints: "3", complaints_private_data: "0", complaints_order: "1", share_decided_in_time: "0.667" },
  });
  expect(october.split(",")).toHaveLength(columns.length);
});

test("lists the places of searches that found nothing, also as CSV", { tags: ["10.424"] }, async () => {
  await show([QUIET]);
  expect(screen.queryByRole("heading", { name: "Searches that found nothing" })).toBeNull();
  cleanup();
  const searches = [
    { city: "Bengaluru", locality: "Whitefield", count: 1_200 },
    { city: "Udupi", locality: null, count: 20 },
  ];
  await show([QUIET], searches);
  const [, table] = screen.getAllByRole("table");
  const rows = within(table as HTMLElement).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "PlaceSearches",
    "Whitefield, Bengaluru1,200",
    "Udupi20",
  ]);
  expect(transparencyCsv([], searches).split("\r\n").slice(2)).toEqual([
    "city,locality,searches_without_result_in_three_months",
    ...["Bengaluru,Whitefield,1200", "Udupi,,20", ""],
  ]);
});

test("names the month of the last reminder of the rules", { tags: ["10.607"] }, async () => {
  const line = () => screen.getByText(/^We remind all users of/).textContent;
  // 1.0.0 closed months without this count.
  await show([BUSY, { ...QUIET, rulesReminders: undefined }]);
  expect(line()).toBe("We remind all users of these rules every three months.");
  cleanup();
  await show([
    { ...BUSY, rulesReminders: 1 },
    { ...QUIET, rulesReminders: 1 },
  ]);
  expect(line()).toBe("We remind all users of these rules every three months. Last: Nov 2026.");
  expect(readFileSync("content/pages/terms.md", "utf8")).toContain(
    "Every three months we remind all users of these rules",
  );
});

test("says that there is nothing to count", { tags: ["11.31"] }, async () => {
  await show(null);
  expect(screen.getByText(/^There is nothing to count/)).toBeTruthy();
  cleanup();
  await show([]);
  expect(screen.getByText("Nothing has been published or decided yet.")).toBeTruthy();
});

test("rounds shares down, so only all are 100 %", () => {
  expect([null, 0, 0.999, 1].map(shareInWords)).toEqual([null, "0 %", "99 %", "100 %"]);
});

async function show(rows: object[] | null, places: object[] = []) {
  const { months = null, searches } = rows ? await transparencyFigures(database(rows, places)) : {};
  renderPart(<TransparencyPage months={months} searches={searches} />);
}

function database(rows: object[], places: object[] = []) {
  const call = async (name: string) => (name === "transparency" ? rows : places);
  return { call, publicUrl: "", publishableKey: "" };
}
