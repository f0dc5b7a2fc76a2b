// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Database } from "~/data/database";
import { pageBackend } from "~/data/page-backend";
import { GrievanceStatusPage } from "./grievance-status-page";
import { loadGrievance } from "./load-grievance";

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
])("of the pages that a complaint may name only those of this site are links: %s", async (page, isLink) => {
  const backend = pageBackend({ call: async () => ({ ...ROW, page }), publicUrl: "", publishableKey: "" });
  const grievance = await loadGrievance(SECRET, backend);
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <GrievanceStatusPage grievance={grievance} />
    </MemoryRouter>,
  );
  expect(html).toContain(`>${page}<`);
  expect(html.includes(`>${page}</a>`)).toBe(isLink);
});

test(
  "what was typed is shown in the tab that filed it, and to others once it was read",
  { tags: ["11.44"] },
  async () => {
    const call = async () => ({ ...ROW, page: null, words: null });
    const unread = await loadGrievance(SECRET, pageBackend({ call, publicUrl: "", publishableKey: "" }));
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
  },
);

test("an unknown secret is not found, and one that is none is not looked for", { tags: ["11.44"] }, async () => {
  const call = vi.fn<Database["call"]>().mockResolvedValue(null);
  const backend = pageBackend({ call, publicUrl: "", publishableKey: "" });
  await expect(loadGrievance(SECRET, backend)).rejects.toMatchObject({ init: { status: 404 } });
  await expect(loadGrievance("G261125-K7QX3", backend)).rejects.toMatchObject({ init: { status: 404 } });
  await expect(loadGrievance(SECRET, pageBackend(null))).rejects.toMatchObject({ init: { status: 404 } });
  expect(call).toHaveBeenCalledExactlyOnceWith("grievance_status", { secret: SECRET });
});
