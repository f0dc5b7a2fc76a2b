import { AccountError } from "~/data/accounts";
import type { ToastMessage } from "~/ui/toast";

/** What came of a try; with `message`, in the words of the account service where it is not empty. */
export type ServiceOutcome<Outcome extends string> = Outcome | { outcome: Outcome; message: string };

/** What is shown of it: the service's own words come before those of the table. (spec 8) */
export function serviceToast<Outcome extends string>(
  toasts: Record<Outcome, ToastMessage>,
  outcome: ServiceOutcome<Outcome>,
): ToastMessage {
  if (typeof outcome === "string") return toasts[outcome];
  const toast = toasts[outcome.outcome];
  return outcome.message ? { ...toast, description: outcome.message } : toast;
}

/** A failure without a name of its own. */
export function failedWith(error: unknown): { outcome: "failed"; message: string } {
  return { outcome: "failed", message: serviceMessage(error) };
}

/** How our own limits end ("Please try again in 12 minutes."), and those of e-mails ("you can only request this after 58 seconds."). */
const WAIT = /\b(?:try again in|request this after) ((?:an?|\d+) (?:second|minute|hour)s?)\b/;

/** When a refused visitor may try again: "You can try again in 12 minutes."; "" when the service does not say. */
export function retryMessage(message: string): string {
  const [, wait = ""] = WAIT.exec(message) ?? [];
  const seconds = Number(/^(\d+) seconds$/.exec(wait)?.[1]);
  if (seconds > 90) return `You can try again in ${Math.ceil(seconds / 60)} minutes.`;
  return wait && `You can try again in ${wait}.`;
}

/**
 * The account service's own message; "" when the connection was lost, when a gateway answered in its place (502 and above), or with a
 * page, of which auth-js makes "{}".
 */
function serviceMessage(error: unknown): string {
  if (!(error instanceof AccountError) || error.status === 0 || (error.status ?? 0) > 500) return "";
  return /^[{[<]/.test(error.message) ? "" : error.message;
}
