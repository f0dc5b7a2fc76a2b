// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ReferralBanner } from "./referral-banner";
import { REFERRAL_BANNER_HINT_SCRIPT } from "./inline-scripts";

test("closes for this page if storage is forbidden", () => {
  for (const access of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, access).mockImplementation(() => {
      throw new DOMException("Storage is forbidden.", "SecurityError");
    });
  runHintScript();
  expect(isMarked()).toBe(false);
  render(
    <main id="main" tabIndex={-1}>
      <ReferralBanner waitlistId="waitlist" />
    </main>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(isMarked()).toBe(true);
});

function runHintScript() {
  // oxlint-disable-next-line no-new-func
  new Function(REFERRAL_BANNER_HINT_SCRIPT)();
}

function isMarked(): boolean {
  return document.documentElement.matches("[data-banner-dismissed]");
}
