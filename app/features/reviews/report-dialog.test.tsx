// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ReportDialog } from "./report-dialog";

afterEach(cleanup);

test("a reply that is reported as fake is asked about as a reply", { tags: ["11.85"] }, async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn<(report: { reason: string; reporterEmail: string }) => void>();
  const asked = { reported: "reply", reviewId: "r1", isOpen: true, isBusy: false, refusal: "" } as const;
  render(
    <ReportDialog {...asked} onOpenChange={vi.fn<() => void>()} onClosed={vi.fn<() => void>()} onConfirm={onConfirm} />,
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Report reply" }));
  await user.click(dialog.getByRole("radio", { name: "This reply is fake" }));
  await user.click(dialog.getByRole("button", { name: "Next" }));
  expect(dialog.getByText("This reply is fake")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Confirm Report" }));
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith({ reason: "fake", reporterEmail: "" });
});
