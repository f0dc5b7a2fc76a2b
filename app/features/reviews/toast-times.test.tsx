// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReportButton } from "./report-button";
import type { ReportOutcome } from "./report-review";
import { ReviewsFailure } from "./reviews-failure";
import { pass, toastAndItsTime } from "~/ui/test-toasts";
import { clearToasts } from "~/ui/toast";

vi.mock("~/data/report-memory");

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  clearToasts();
  vi.useRealTimers();
});

test.each<{ outcome: ReportOutcome; title: string; variant: string; stays: number }>([
  { outcome: "sent", title: "Review Reported", variant: "default", stays: 4_000 },
  { outcome: "already-reported-here", title: "Already Reported", variant: "default", stays: 3_000 },
  { outcome: "already-reported", title: "Already Reported", variant: "default", stays: 3_000 },
  { outcome: "unavailable", title: "Reporting Unavailable", variant: "destructive", stays: 5_000 },
  { outcome: "failed", title: "Error", variant: "destructive", stays: 5_000 },
])(
  "a report that ends as $outcome is shown for $stays ms",
  { tags: ["8.3", "8.4", "8.7", "9.23", "9.24"] },
  async ({ outcome, title, variant, stays }) => {
    await report(outcome);
    expect(await toastAndItsTime()).toMatchObject({ title, variant, stayed: stays });
  },
);

test("a list that could not be loaded is shown for 5 s", async () => {
  const Page = createRoutesStub([
    { path: "/", Component: () => <ReviewsFailure failure={{ failure: "No answer.", isAddressWrong: false }} /> },
  ]);
  render(<Page />);
  expect(await toastAndItsTime()).toMatchObject({
    title: "Error",
    description: "Could not fetch reviews.",
    variant: "destructive",
    stayed: 5_000,
  });
});

async function report(outcome: ReportOutcome) {
  const Page = createRoutesStub([
    { path: "/", Component: () => <ReportButton reviewId="r1" author="s.nair" canReport /> },
    { path: "/reviews", action: () => outcome },
  ]);
  render(<Page />);
  fireEvent.click(screen.getByRole("button", { name: /^Report review by/ }));
  await vi.dynamicImportSettled();
  await pass(0);
  fireEvent.click(screen.getByRole("radio", { name: "Spam or duplicate" }));
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  fireEvent.click(screen.getByRole("button", { name: "Confirm Report" }));
  await pass(0);
}
