import { expect, test } from "vitest";
import { AccountError, service } from "./test-accounts";
import { RESEND_TOASTS, resendConfirmation } from "./log-in-notice";
import { serviceToast } from "./account-toast";

const NOT_YET = "Not sent again yet";

test("sends a confirmation email again", async () => {
  expect(serviceToast(RESEND_TOASTS, await resendConfirmation("asha@example.com")).title).toBe(
    "Confirmation Email Sent",
  );
  expect(service.resendConfirmationEmail).toHaveBeenCalledWith("asha@example.com");
});

test.each([
  [429, "Too many emails. Please try again in 42 minutes.", NOT_YET, "You can try again in 42 minutes."],
  [429, "… only request this after 58 seconds.", NOT_YET, "You can try again in 58 seconds."],
  [429, "… only request this after 3000 seconds.", NOT_YET, "You can try again in 50 minutes."],
  [429, "", NOT_YET, "Please wait a minute before asking for another email."],
  [0, "Failed to fetch", "Error Sending Email", "Could not send the confirmation email. Please try again."],
])("shows the refusal %d “%s” as “%s” “%s”", async (status, message, title, description) => {
  service.resendConfirmationEmail.mockRejectedValueOnce(new AccountError(message, status));
  expect(serviceToast(RESEND_TOASTS, await resendConfirmation("asha@example.com"))).toMatchObject({
    title,
    description,
  });
});
