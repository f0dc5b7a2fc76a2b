import { expect, test, vi } from "vitest";
import { RESEND_TOASTS, resendConfirmation } from "./resend-confirmation";
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
  expect(await resendConfirmation("asha@example.com")).toBe("too-soon");
  service.mockRejectedValueOnce(new accounts.AccountError("Failed to fetch", 0));
  expect(await resendConfirmation("asha@example.com")).toBe("failed");
  expect(RESEND_TOASTS.failed).toMatchObject({
    title: "Error Sending Email",
    description: "Could not send the confirmation email. Please try again.",
  });
});
