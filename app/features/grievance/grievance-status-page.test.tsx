// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { grievanceStatus } from "~/data/grievances";
import type { GrievanceStatus } from "~/domain/grievance";
import { GrievanceStatusPage } from "./grievance-status-page";

const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const ROW = {
  ...{ ticket: "G261125-K7QX3", writer: "owner", ground: "untrue", page: "/reviews", words: "One.\nTwo." },
  ...{ receivedAt: "2026-11-25T04:30:00+00:00", acknowledgeBy: "2026-11-26T04:30:00+00:00" },
  ...{ decideBy: "2026-12-02T04:30:00+00:00", acknowledgedAt: null, decidedAt: null },
  ...{ outcome: null, clause: null, sentence: null },
};

test.each([
  ["/reviews", true],
  ["https://evil.example/", false],
  ["//evil.example/", false],
  ["/\\evil.example/", false],
  ["javascript:alert(1)", false],
])("links the page that a complaint names only if it is of this site: %s", async (page, isLink) => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <GrievanceStatusPage grievance={await grievance({ page })} />
    </MemoryRouter>,
  );
  expect(html).toContain(`>${page}<`);
  expect(html.includes(`>${page}</a>`)).toBe(isLink);
});

test("shows what was typed in the tab that filed it, and elsewhere once it was read", { tags: ["11.44"] }, async () => {
  const unread = await grievance({ page: null, words: null });
  const pageWith = (state: object | null) => (
    <MemoryRouter initialEntries={[{ pathname: `/grievance/${SECRET}`, state }]}>
      <GrievanceStatusPage grievance={unread} />
    </MemoryRouter>
  );
  const typed = { page: "/reviews", words: "Typed here." };
  expect(render(pageWith(typed)).container.textContent).toContain("Typed here.");
  const html = renderToStaticMarkup(pageWith(typed));
  expect(html).not.toContain("Typed here.");
  for (const page of [html, render(pageWith(null)).container.textContent])
    expect(page).toContain("What you wrote is shown here once a person has read it.");
});

async function grievance(own: object): Promise<GrievanceStatus> {
  const database = { call: async () => ({ ...ROW, ...own }), publicUrl: "", publishableKey: "" };
  return (await grievanceStatus(database, SECRET)) as GrievanceStatus;
}
