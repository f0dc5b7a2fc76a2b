// @vitest-environment jsdom
import { type BoundFunctions, type queries, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import type { TooMany } from "~/domain/too-many";
import { openTitles } from "~/ui/test-toasts";
import { ReportButton } from "./report-button";
import type { ReportOutcome } from "./report-review";

vi.mock("~/data/report-memory");

const sent = vi.fn<(report: Record<string, unknown>) => Promise<ReportOutcome | TooMany>>();

test("locks the dialog and the button while a report is sent", { tags: ["2.83", "4.6", "4.40"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<ReportOutcome>();
  sent.mockReturnValue(promise);
  const { user, dialog } = await openDialog(["r1", "r2"]);
  await confirm(user, dialog);
  expect((await dialog.findByRole<HTMLButtonElement>("button", { name: "Confirming..." })).disabled).toBe(true);
  expect(button(dialog, "Back").disabled).toBe(true);
  expect(sent).toHaveBeenCalledExactlyOnceWith({ reviewId: "r1", reason: "spam", reporterEmail: "" });
  const buttons = screen.getAllByRole<HTMLButtonElement>("button", { name: /^Report review by/, hidden: true });
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, false]);
  await user.keyboard("{Escape}");
  expect(screen.getByRole("dialog", { name: "Report review" })).toBeTruthy();
  resolve("sent");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("retries a failed report, and closes the dialog after a final outcome", async () => {
  sent.mockResolvedValueOnce("failed").mockResolvedValueOnce("failed").mockResolvedValueOnce("already-reported");
  const { user, dialog } = await openDialog();
  await confirm(user, dialog);
  await waitFor(() => expect(openTitles()).toEqual(["Error"]));
  await user.click(button(dialog, "Confirm Report"));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(openTitles()).toEqual(["Error"]));
  await user.click(button(dialog, "Confirm Report"));
  await waitFor(() => expect(openTitles()).toEqual(["Already Reported"]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("keeps the dialog open if a report is over a limit", { tags: ["4.3", "4.6", "4.11"] }, async () => {
  const sentence = "Too many reports came from this device. You can report again in 12 minutes.";
  sent.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence }).mockResolvedValueOnce("failed");
  const { user, dialog } = await openDialog();
  await confirm(user, dialog);
  expect((await dialog.findByRole("alert")).textContent).toBe(`Too many attempts. ${sentence}`);
  expect(openTitles()).toEqual([]);
  await user.click(button(dialog, "Back"));
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "Spam or duplicate" }).checked).toBe(true);
  await user.click(button(dialog, "Next"));
  await user.click(button(dialog, "Confirm Report"));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
  await user.click(button(dialog, "Back"));
  await user.click(button(dialog, "Cancel"));
  const opener = screen.getByRole("button", { name: /^Report review by/ });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

type Dialog = BoundFunctions<typeof queries>;

function show(reviewIds = ["r1"]) {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: () => reviewIds.map((id) => <ReportButton key={id} reviewId={id} author="s.nair" canReport />),
    },
    { path: "/reviews", action: async ({ request }) => sent(Object.fromEntries(await request.formData())) },
  ]);
  render(<Page />);
}

async function openDialog(reviewIds?: string[]) {
  const user = userEvent.setup();
  show(reviewIds);
  const [first] = screen.getAllByRole("button", { name: /^Report review by/ });
  if (first) await user.click(first);
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Report review" })) };
}

async function confirm(user: ReturnType<typeof userEvent.setup>, dialog: Dialog) {
  await user.click(dialog.getByRole("radio", { name: "Spam or duplicate" }));
  await user.click(button(dialog, "Next"));
  await user.click(button(dialog, "Confirm Report"));
}

function button(dialog: Dialog, name: string) {
  return dialog.getByRole<HTMLButtonElement>("button", { name });
}
