import { expect, test, vi } from "vitest";
import { resendConfirmation, resendToast } from "./resend-confirmation";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  resendConfirmationEmail: vi.fn<typeof accounts.resendConfirmationEmail>(),
}));

const service = vi.mocked(accounts.resendConfirmationEmail);

test("a confirmation mail is sent again, but not at once", async () => {
  service.mockResolvedValueOnce();
  expect(await resendConfirmation("asha@example.com")).toBe("sent");
  service.mockRejectedValueOnce(new accounts.AccountError("", 429, "over_email_send_rate_limit"));
  expect(await resendConfirmation("asha@example.com")).toEqual({ outcome: "too-soon", retry: "" });
  service.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await resendConfirmation("asha@example.com")).toBe("failed");
  expect(resendToast("failed")).toMatchObject({
    title: "Error Sending Email",
    description: "Could not send the confirmation email. Please try again.",
  });
});

test("who asks too often is told when to ask again, where the service says so", async () => {
  const limited = (message: string) => new accounts.AccountError(message, 429, "over_email_send_rate_limit");
  service.mockRejectedValueOnce(limited("Too many emails. Please try again in 42 minutes."));
  expect(resendToast(await resendConfirmation("asha@example.com"))).toMatchObject({
    title: "Not sent again yet",
    description: "You can try again in 42 minutes.",
  });
  for (const [seconds, wait] of [
    [58, "58 seconds"],
    [3000, "50 minutes"],
  ] as const) {
    service.mockRejectedValueOnce(
      limited(`For security purposes, you can only request this after ${seconds} seconds.`),
    );
    expect(resendToast(await resendConfirmation("asha@example.com")).description).toBe(`You can try again in ${wait}.`);
  }
  service.mockRejectedValueOnce(limited(""));
  expect(resendToast(await resendConfirmation("asha@example.com"))).toMatchObject({
    description: "Please wait a minute before asking for another email.",
  });
});
