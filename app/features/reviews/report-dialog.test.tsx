// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { prepareFingerprint } from "~/data/device-fingerprint";
import { ReportDialog } from "./report-dialog";

vi.mock("~/data/device-fingerprint");
// Keeps the closed dialog mounted, as during its fade in a browser. jsdom has no animations.
vi.mock("~/ui/dialog", () => ({ Dialog: ({ children }: { children: ReactNode }) => <div>{children}</div> }));

beforeEach(() => void vi.useFakeTimers());

test("offers four reasons", { tags: ["3.18"] }, () => {
  render(dialog(true));
  expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
    "This review is fake",
    "Contains abuse or offensive content",
    "Not related to this property",
    "Spam or duplicate",
  ]);
});

test("keeps the step of a closed dialog while it fades, then resets it", { tags: ["4.6", "4.11"] }, () => {
  const { rerender } = render(dialog(true));
  fireEvent.click(screen.getByRole("radio", { name: "Spam or duplicate" }));
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  rerender(dialog(false));
  act(() => vi.advanceTimersByTime(299));
  expect(screen.getByText("Are you sure? Misuse may lead to IP block.")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText("Are you sure? Misuse may lead to IP block.")).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>("radio").filter((radio) => radio.checked)).toEqual([]);
});

test("opens blank again within 300 ms", { tags: ["4.11"] }, () => {
  const { rerender } = render(dialog(true));
  fireEvent.click(screen.getByRole("radio", { name: "Spam or duplicate" }));
  fireEvent.change(screen.getByLabelText(/email/), { target: { value: "asha@example.in" } });
  rerender(dialog(false));
  act(() => vi.advanceTimersByTime(100));
  rerender(dialog(true));
  expect(screen.getByLabelText<HTMLInputElement>(/email/).value).toBe("");
  fireEvent.click(screen.getByRole("radio", { name: "This review is fake" }));
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "This review is fake" }).checked).toBe(true);
});

test.each([
  { typed: "asha@home", message: "Use the form name@example.com, without spaces, or leave it empty." },
  { typed: `${"a".repeat(320)}@example.in`, message: "Use at most 320 characters." },
])("shows a mistake in the reporter's email beside the field", { tags: ["4.3"] }, ({ typed, message }) => {
  render(dialog(true));
  expect(prepareFingerprint).toHaveBeenCalled();
  const email = screen.getByLabelText<HTMLInputElement>("Your email (optional)");
  expect([email.type, email.required, email.form?.noValidate]).toEqual(["email", false, true]);
  fireEvent.click(screen.getByRole("radio", { name: "Spam or duplicate" }));
  fireEvent.change(email, { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  const [errorId = ""] = email.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(document.getElementById(errorId)?.textContent).toBe(message);
  expect(email.ariaInvalid).toBe("true");
  expect(document.activeElement).toBe(email);
  expect(email.value).toBe(typed);
  fireEvent.change(email, { target: { value: " asha@example.in " } });
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Your email (optional)").ariaInvalid).toBeNull();
});

function dialog(isOpen: boolean) {
  return (
    <ReportDialog
      reported="review"
      reviewId="0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b"
      isOpen={isOpen}
      isBusy={false}
      refusal=""
      onOpenChange={() => {}}
      onClosed={() => {}}
      onConfirm={() => {}}
    />
  );
}
