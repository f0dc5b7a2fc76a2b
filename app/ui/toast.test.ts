import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTitles } from "./test-toasts";
import { clearToasts, currentToasts, dismissToast, holdToast, releaseToast, showToast } from "./toast";

beforeEach(() => void vi.useFakeTimers());

afterEach(clearToasts);

test.each([
  ["five seconds when nothing else is said", {}, 5_000],
  ["as long as it asks", { duration: 7_000 }, 7_000],
])("keeps a toast open for %s", { tags: ["3.35", "9.14"] }, (_, duration, stays) => {
  showToast({ title: "Saved", ...duration });
  vi.advanceTimersByTime(stays - 1);
  expect(openTitles()).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(openTitles()).toEqual([]);
});

test("removes a dismissed toast after 1,000,000 ms", { tags: ["9.14"] }, () => {
  const id = showToast({ title: "Saved" });
  dismissToast(id);
  expect(currentToasts().map((toast) => toast.state)).toEqual(["dismissed"]);
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});

test("keeps at most three toasts, replaces the oldest, and does not count dismissed ones", { tags: ["9.14"] }, () => {
  for (const title of ["one", "two", "three", "four"]) showToast({ title });
  expect(openTitles()).toEqual(["four", "three", "two"]);
  dismissToast(currentToasts()[0]?.id ?? "");
  showToast({ title: "five" });
  expect(openTitles()).toEqual(["five", "three", "two"]);
});

test("pauses all toasts while one is held, then continues their time", () => {
  const held = showToast({ title: "held", duration: 3_000 });
  vi.advanceTimersByTime(2_000);
  holdToast(held);
  showToast({ title: "other", duration: 5_000 });
  vi.advanceTimersByTime(60_000);
  expect(openTitles()).toEqual(["other", "held"]);
  releaseToast(held);
  vi.advanceTimersByTime(999);
  expect(openTitles()).toEqual(["other", "held"]);
  vi.advanceTimersByTime(1);
  expect(openTitles()).toEqual(["other"]);
  vi.advanceTimersByTime(4_000);
  expect(openTitles()).toEqual([]);
});

test("resumes the other toasts when the held toast is dismissed", () => {
  const held = showToast({ title: "held" });
  showToast({ title: "other" });
  holdToast(held);
  dismissToast(held);
  vi.advanceTimersByTime(5_000);
  expect(openTitles()).toEqual([]);
});
