import { useState } from "react";
import { dismissAccountToast, showAccountToast } from "./account-toast";
import { RESEND_TOASTS, resendConfirmation } from "./resend-confirmation";
import { Button } from "~/ui/button";

/** For people whose confirmation mail got lost. */
export function ResendConfirmation({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    dismissAccountToast();
    setBusy(true);
    showAccountToast(RESEND_TOASTS[await resendConfirmation(email)]);
    setBusy(false);
  }

  return (
    <div className="grid gap-3 border-l-4 border-l-warning bg-warning-soft p-4">
      <p>No email from us? Look into the spam folder, or have it sent again.</p>
      <Button variant="secondary" onClick={resend} disabled={isBusy}>
        {isBusy ? "Please wait..." : "Resend confirmation email"}
      </Button>
    </div>
  );
}
