// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "~/data/database";
import { pageBackend } from "~/data/page-backend";
import type { GrievanceStatus } from "~/domain/grievance";
import { GrievanceStatusPage } from "./grievance-status-page";
import { loadGrievance } from "./load-grievance";

afterEach(cleanup);

const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const ROW = {
  ...{ ticket: "G261125-K7QX3", writer: "owner", ground: "untrue", page: "/reviews", words: "One.\nTwo." },
  ...{ received_at: "2026-11-25T04:30:00+00:00", acknowledge_by: "2026-11-26T04:30:00+00:00" },
  ...{ decide_by: "2026-12-02T04:30:00+00:00", acknowledged_at: null, decided_at: null },
  ...{ outcome: null, clause: null, sentence: null },
};

test("a decision stands on top, with its clause and where to appeal", { tags: ["11.56"] }, async () => {
  const decided = { outcome: "partly", clause: "3", sentence: "The name is gone; the rest is an opinion." };
  const times = { acknowledged_at: "2026-11-25T05:30:00+00:00", decided_at: "2026-11-27T04:30:00+00:00" };
  show(await load({ ...ROW, ...times, ...decided }));
  expect(screen.getByRole("heading", { name: "We agree in part" })).toBeTruthy();
  expect(screen.getByText("The name is gone; the rest is an opinion.")).toBeTruthy();
  expect(screen.getByText(/This follows clause 3/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Grievance Appellate Committee" })).toBeTruthy();
  expect(screen.getByText("27 Nov 2026, 10:00 am")).toBeTruthy();
});

test("a page elsewhere is no link", async () => {
  for (const page of ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"]) {
    show(await load({ ...ROW, page }));
    expect(screen.getByText(page).closest("a")).toBeNull();
    cleanup();
  }
});

test("an unknown secret is not found, and one that is none is not looked for", { tags: ["11.44"] }, async () => {
  const call = vi.fn<Database["call"]>().mockResolvedValue(null);
  const backend = pageBackend({ call, publicUrl: "", publishableKey: "" });
  await expect(loadGrievance(SECRET, backend)).rejects.toMatchObject({ init: { status: 404 } });
  await expect(loadGrievance("G261125-K7QX3", backend)).rejects.toMatchObject({ init: { status: 404 } });
  await expect(loadGrievance(SECRET, pageBackend(null))).rejects.toMatchObject({ init: { status: 404 } });
  expect(call).toHaveBeenCalledExactlyOnceWith("grievance_status", { secret: SECRET });
});

function load(row: object): Promise<GrievanceStatus> {
  return loadGrievance(SECRET, pageBackend({ call: async () => row, publicUrl: "", publishableKey: "" }));
}

function show(grievance: GrievanceStatus) {
  render(
    <MemoryRouter>
      <GrievanceStatusPage grievance={grievance} />
    </MemoryRouter>,
  );
}
