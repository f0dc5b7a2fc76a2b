import { type ReactNode, useState } from "react";
import {
  dismissAccountToast,
  retryMessage,
  type ServiceOutcome,
  serviceToast,
  showAccountToast,
} from "./account-toast";
import * as accounts from "~/data/accounts";
import { Button, ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import type { ToastMessage } from "~/ui/toast";

/** Why the visitor is on the log-in page. Kept in the state of the history entry, which survives a reload. */
export interface ArrivalState {
  /** The address to which a confirmation email was sent. */
  signedUpEmail?: string;
  /** The address for which the visitor requested a password link. */
  resetEmail?: string;
  /** The visitor opened an email link that no longer works. */
  isLinkRefused?: boolean;
}

interface LogInNoticeProps extends Pick<ArrivalState, "resetEmail" | "isLinkRefused"> {
  /** The address that is not confirmed yet; null if there is none. */
  waitingEmail: string | null;
  /** The path to open after the log-in. */
  next: string;
}

/** Explains above the log-in form what to do with an email, or why a log-in is needed. */
export function LogInNotice({ waitingEmail, resetEmail, isLinkRefused, next }: LogInNoticeProps) {
  if (waitingEmail !== null) return <ConfirmationNotice email={waitingEmail} />;
  if (resetEmail)
    return (
      <EmailNotice>
        <p>
          If <bdi className="font-semibold wrap-anywhere">{resetEmail}</bdi> has an account, a link to set a new
          password is on its way. It works for an hour.
        </p>
        <p>
          No email from us? Check your spam folder, or{" "}
          <Link to="/forgot-password" className="link">
            send it again
          </Link>
          .
        </p>
      </EmailNotice>
    );
  if (isLinkRefused)
    return (
      <EmailNotice>
        <p>That link no longer works: each works once, for an hour.</p>
        <p>
          To confirm your email, log in: you can have a new link sent. To set a new password,{" "}
          <Link to="/forgot-password" className="link">
            get a new link
          </Link>
          .
        </p>
      </EmailNotice>
    );
  return <LogInReason next={next} />;
}

/** What needs an account, by the prefix of its path or the fragment at its end. */
const WALLS: [address: string, reason: string][] = [
  [
    "/submit-review",
    "You need an account to publish a review; the review can still be anonymous. You will come back to the form, and what you wrote is kept on this device.",
  ],
  ["/answer/", "You need an account to answer a review. You will come back to the review."],
  [
    "#follow",
    "You need an account to follow a home or a locality. You get at most one email a day about new reviews. You will come back to this place and follow it.",
  ],
];

/** Why pages of an account need a log-in. */
const OWN_PAGES: typeof WALLS = [
  ["/account", "Log in to see your reviews and your account."],
  ["/desk", "Log in to work at the desk."],
];

/** Returns why opening `next` needs an account, also a new one; undefined if it needs none. (spec 11) */
export function accountReason(next: string, reasons = WALLS): string | undefined {
  return reasons.find(([address]) => next.startsWith(address) || next.endsWith(address))?.[1];
}

/** Says why opening `next` needs a log-in, and leads those without an account to sign-up first. */
function LogInReason({ next }: { next: string }) {
  const reason = accountReason(next);
  if (reason === undefined) {
    const ownReason = accountReason(next, OWN_PAGES);
    return ownReason && <p className="mb-6">{ownReason}</p>;
  }
  return (
    <div className="mb-6 grid gap-4">
      <p>{reason}</p>
      {/* Keeps the page to return to: sign-up leads back through here. */}
      <ButtonLink to={{ pathname: "/signup", search: `?${new URLSearchParams({ next })}` }}>
        New here? Create an account
      </ButtonLink>
      <p className="border-t border-line pt-4 font-semibold">Or log in:</p>
    </div>
  );
}

/** Asks the visitor to confirm the address, and sends the email again on request. (spec 11) */
function ConfirmationNotice({ email }: { email: string }) {
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

function EmailNotice({ children }: { children: ReactNode }) {
  return <div className="mb-6 grid gap-3 border-l-4 border-l-warning bg-warning-soft p-4">{children}</div>;
}

type ResendOutcome = "sent" | "too-soon" | "failed";

export async function resendConfirmation(email: string): Promise<ServiceOutcome<ResendOutcome>> {
  try {
    await accounts.resendConfirmationEmail(email);
    return "sent";
  } catch (error) {
    if (!(error instanceof accounts.AccountError)) return "failed";
    return error.status === 429 ? { outcome: "too-soon", message: retryMessage(error.message) } : "failed";
  }
}

export const RESEND_TOASTS = {
  sent: {
    title: "Confirmation Email Sent",
    description: "Open the link in it to confirm your account.",
    duration: 7000,
  },
  "too-soon": {
    title: "Not sent again yet",
    description: "Please wait a minute before asking for another email.",
  },
  failed: {
    title: "Error Sending Email",
    description: "Could not send the confirmation email. Please try again.",
    variant: "destructive",
  },
} satisfies Record<ResendOutcome, ToastMessage>;
