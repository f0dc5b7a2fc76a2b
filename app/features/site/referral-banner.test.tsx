// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ReferralBanner } from "./referral-banner";
import { REFERRAL_BANNER_HINT_SCRIPT } from "./inline-scripts";

const TEXT = "Referral rewards coming soon! Invite friends and earn perks — stay tuned.";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  delete document.documentElement.dataset.bannerDismissed;
});

test("dismissed once, it is marked at once and before the first paint of every later page", { tags: ["1.9"] }, () => {
  runHintScript();
  expect(isMarked()).toBe(false);
  showBanner();
  expect(screen.getByRole("link", { name: TEXT }).getAttribute("href")).toBe("#waitlist");
  expect(screen.getByRole("complementary").className).toContain("in-data-banner-dismissed:hidden");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(isMarked()).toBe(true);
  expect(document.activeElement?.id).toBe("main");
  delete document.documentElement.dataset.bannerDismissed;
  runHintScript();
  expect(isMarked()).toBe(true);
});

test("where storage is forbidden, the banner closes for this page and nothing breaks", () => {
  for (const access of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, access).mockImplementation(() => {
      throw new DOMException("Storage is forbidden.", "SecurityError");
    });
  runHintScript();
  expect(isMarked()).toBe(false);
  showBanner();
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(isMarked()).toBe(true);
});

function showBanner() {
  render(
    <main id="main" tabIndex={-1}>
      <ReferralBanner waitlistId="waitlist" />
    </main>,
  );
}

function runHintScript() {
  // As the browser runs it: a script of the page's own.
  // oxlint-disable-next-line no-new-func
  new Function(REFERRAL_BANNER_HINT_SCRIPT)();
}

function isMarked(): boolean {
  return document.documentElement.matches("[data-banner-dismissed]");
}
