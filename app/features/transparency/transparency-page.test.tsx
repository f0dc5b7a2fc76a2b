// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { pageBackend } from "~/data/page-backend";
import { loadTransparency } from "./load-transparency";
import { transparencyCsv } from "./transparency-csv";
import { shareInWords, TransparencyPage } from "./transparency-page";

const QUIET = {
  ...{ month: "2026-10", published: 4, reportedReviews: 0, reports: 0, hidden: 0, hiddenByClause: {} },
  ...{ shownAgain: 0, cleared: 0, repliesPublished: 0, repliesRefused: 0, authorsLookedUp: 0 },
  ...{ grievances: 0, grievancesByGround: {}, times: null },
};
const BUSY = {
  ...{ ...QUIET, month: "2026-11", published: 120, reportedReviews: 9, reports: 12 },
  ...{ hidden: 3, hiddenByClause: { "3": 2, "": 1 }, cleared: 5, authorsLookedUp: 1 },
  ...{ grievances: 3, grievancesByGround: { untrue: 2, order: 1 } },
  times: {
    ...{ decided: 2, acknowledgeMedianSeconds: 7_200, acknowledgeSlowestSeconds: 80_000 },
    ...{ acknowledgedInTime: 3, acknowledgedLate: 0 },
    ...{ decideMedianSeconds: 36_000, decideSlowestSeconds: 400_000, decidedInTime: 2, decidedLate: 1 },
  },
};

test("each month says what was decided, under which clause and how fast", { tags: ["11.52"] }, async () => {
  await show([BUSY, QUIET]);
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Nov 2026",
    "Oct 2026",
  ]);
  const november = screen.getByRole("region", { name: "Nov 2026" });
  const facts = Object.fromEntries(
    within(november)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(facts).toMatchObject({
    ...{ "Reviews published": "120", "Reviews reported": "9", Reports: "12" },
    ...{ "Reviews hidden": "3", "Reviews cleared after a report": "5" },
    ...{ "under clause 3": "2", "without a clause": "1", "It is untrue": "2" },
    ...{ "Read within": "2 hours (median), 22 hours (slowest)", "Read in time": "100 %" },
    ...{ "Decided within": "10 hours (median), 5 days (slowest)", "Decided in time": "66 %" },
  });
  const october = within(screen.getByRole("region", { name: "Oct 2026" })).getAllByRole("term");
  expect(october.map(({ textContent }) => textContent)).toEqual(["Reviews published"]);
  expect(screen.getByRole("link", { name: "download CSV" }).getAttribute("href")).toBe("/transparency.csv");
});

test("the CSV has one line a month, with the same numbers", { tags: ["11.52"] }, async () => {
  const months = await loadTransparency(backend([BUSY, QUIET]));
  const [heads = "", november = "", october = "", end] = transparencyCsv(months ?? []).split("\r\n");
  expect(end).toBe("");
  const columns = heads.split(",");
  const row = Object.fromEntries(november.split(",").map((cell, place) => [columns[place], cell]));
  expect(row).toMatchObject({
    ...{ month: "2026-11", reviews_published: "120", reports: "12", reviews_hidden_by_clause: "3: 2; none: 1" },
    ...{ complaints: "3", complaints_private_data: "0", complaints_order: "1", share_decided_in_time: "0.667" },
  });
  expect(october.split(",")).toHaveLength(columns.length);
});

test("without a database, and before anything happened, the page says so", { tags: ["11.31"] }, async () => {
  expect(await loadTransparency(pageBackend(null))).toBeNull();
  await show(null);
  expect(screen.getByText(/^There is nothing to count/)).toBeTruthy();
  cleanup();
  await show([]);
  expect(screen.getByText("Nothing has been published or decided yet.")).toBeTruthy();
});

test("shares are rounded down, so that all is all", () => {
  expect([null, 0, 0.999, 1].map(shareInWords)).toEqual(["–", "0 %", "99 %", "100 %"]);
});

async function show(rows: object[] | null) {
  const months = rows && (await loadTransparency(backend(rows)));
  render(
    <MemoryRouter>
      <TransparencyPage months={months} />
    </MemoryRouter>,
  );
}

function backend(rows: object[]) {
  return pageBackend({ call: async () => rows, publicUrl: "", publishableKey: "" });
}
