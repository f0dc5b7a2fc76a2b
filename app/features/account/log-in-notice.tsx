import { ConfirmationNotice, EmailNotice } from "./confirmation-notice";
import { Link } from "~/ui/link";

/** What led here, in the state of the history entry, where reloads find it. */
export interface ArrivalState {
  /** Its confirmation e-mail is on its way. */
  signedUpEmail?: string;
  /** It was given for a link that sets a new password. */
  resetEmail?: string;
  /** A link of an e-mail was opened that no longer works. */
  isLinkRefused?: boolean;
}

interface LogInNoticeProps extends Pick<ArrivalState, "resetEmail" | "isLinkRefused"> {
  /** Waits for its confirmation. */
  waitingEmail: string | null;
  next: string;
}

/** Above the log-in form: what to do with an e-mail, or why a page led here. */
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

/** Why pages send visitors to log in, by the beginning of their paths or by a place on them. */
const REASONS: [address: string, reason: string][] = [
  [
    "/submit-review",
    "You need an account to publish a review; the review can still be anonymous. You will come back to the form, and what you wrote is kept on this device.",
  ],
  ["/answer/", "You need an account to answer a review. You will come back to the review."],
  ["/account", "Log in to see your reviews and your account."],
  ["/desk", "Log in to work at the desk."],
  [
    "#follow",
    "You need an account to follow a home or a locality: we write to you at most once a day, when there are new reviews. You will come back to the button.",
  ],
];

/** Says why a visitor who wants to go to `next` has to log in first; nothing where no login was needed. (spec 11) */
export function LogInReason({ next }: { next: string }) {
  const [, reason] = REASONS.find(([address]) => next.startsWith(address) || next.endsWith(address)) ?? [];
  return reason && <p className="mb-6">{reason}</p>;
}
