import { type ReactNode, useState } from "react";
import { dismissAccountToast, showAccountToast } from "./account-toast";
import { RESEND_TOASTS, resendConfirmation } from "./resend-confirmation";
import { serviceToast } from "./service-message";
import { Button } from "~/ui/button";

/** Stands on the log-in page while an address waits for its confirmation. (spec 11) */
export function ConfirmationNotice({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    if (isBusy) return;
    dismissAccountToast();
    setBusy(true);
    showAccountToast(serviceToast(RESEND_TOASTS, await resendConfirmation(email)));
    setBusy(false);
  }

  return (
    <EmailNotice>
      <p>
        Confirm your email first: open the link that we send to{" "}
        <bdi className="font-semibold wrap-anywhere">{email}</bdi>. It works for an hour. Open it on this device to
        continue where you left off, or anywhere else and then log in here.
      </p>
      <p>No email from us? Check your spam folder, or send it again. If you already had an account, log in.</p>
      <Button variant="secondary" className="justify-self-start" onClick={resend} aria-disabled={isBusy}>
        {isBusy ? "Please wait..." : "Send again"}
      </Button>
    </EmailNotice>
  );
}

/** What to do with an e-mail, above the log-in form. */
export function EmailNotice({ children }: { children: ReactNode }) {
  return <div className="mb-6 grid gap-3 border-l-4 border-l-warning bg-warning-soft p-4">{children}</div>;
}
