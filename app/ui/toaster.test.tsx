// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "./test-page";
import { showToast } from "./toast";
import { Toaster } from "./toaster";

beforeEach(() => void vi.useFakeTimers());

test("announces success politely, and errors at once", { tags: ["3.35"] }, () => {
  renderSite();
  show({ title: "Review Reported", description: "Thank you for your feedback." });
  show({ title: "Error", description: "Could not submit the report.", variant: "destructive" });
  expect(liveRegionOf("Thank you for your feedback.")).toBe("polite");
  expect(liveRegionOf("Could not submit the report.")).toBe("assertive");
});

test("pauses a toast under the pointer", () => {
  renderSite();
  show({ title: "Saved" });
  const toast = screen.getByText("Saved").closest("[data-toast]") as Element;
  fireEvent.pointerEnter(toast);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText("Saved")).toBeTruthy();
  fireEvent.pointerLeave(toast);
  act(() => vi.advanceTimersByTime(5_000));
  act(() => vi.advanceTimersByTime(500));
  expect(screen.queryByText("Saved")).toBeNull();
});

test("focuses the newest toast with F6, and returns with Escape", () => {
  renderSite();
  const start = screen.getByRole("button", { name: "Publish" });
  start.focus();
  show({ title: "Saved" });
  fireEvent.keyDown(document.body, { key: "F6" });
  const dismiss = screen.getByRole("button", { name: "Dismiss" });
  expect(document.activeElement).toBe(dismiss);
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText("Saved")).toBeTruthy();
  fireEvent.keyDown(dismiss, { key: "Escape" });
  expect(document.activeElement).toBe(start);
  act(() => vi.advanceTimersByTime(500));
  expect(screen.queryByText("Saved")).toBeNull();
});

test("shows an action without a URL as a button", { tags: ["3.35"] }, () => {
  const onClick = vi.fn<() => void>();
  renderSite();
  show({ title: "Saved", action: { label: "Undo", onClick } });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(onClick).toHaveBeenCalledOnce();
});

function renderSite() {
  renderPart(
    <>
      <button type="button">Publish</button>
      <Toaster />
    </>,
  );
}

function show(message: Parameters<typeof showToast>[0]) {
  act(() => {
    showToast(message);
  });
}

function liveRegionOf(text: string) {
  return screen.getByText(text).closest("[aria-live]")?.getAttribute("aria-live");
}
