import "./test-window";
import { expect, test, vi } from "vitest";
import { rememberPage, takeRememberedPage } from "./page-to-return-to";

const NOW = new Date("2026-05-05T10:00:00Z");
const PAGE = "/submit-review?property=Amaltas+Court";
const hours = (count: number) => new Date(NOW.getTime() + count * 60 * 60 * 1000);

test("remembers a page once, for a day", { tags: ["10.59"] }, () => {
  rememberPage(PAGE, NOW);
  expect(takeRememberedPage(hours(23))).toBe(PAGE);
  expect(takeRememberedPage(hours(23))).toBe("/");
  rememberPage(PAGE, NOW);
  expect(takeRememberedPage(hours(25))).toBe("/");
});

test.each(["{oops", '"/reviews"', '{"path":"//evil.example","rememberedAt":1777975200000}', '{"path":"/reviews"}'])(
  "opens Home for %s in storage",
  (stored) => {
    localStorage.setItem("gharsach-return-to", stored);
    expect(takeRememberedPage(NOW)).toBe("/");
  },
);

test("never stores Home, and opens it without storage", () => {
  rememberPage(PAGE, NOW);
  rememberPage("/", NOW);
  expect(takeRememberedPage(NOW)).toBe(PAGE);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  rememberPage(PAGE, NOW);
  expect(takeRememberedPage(NOW)).toBe("/");
});
