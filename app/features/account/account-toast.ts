import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";
import { AccountError } from "~/data/accounts";

// One toast for all account pages, which lead into one another: a new toast replaces the last, so that no error stays beside a success.
let shownToast = "";

/** Shows an outcome in place of the last one. */
export function showAccountToast(message: ToastMessage): void {
  dismissAccountToast();
  shownToast = showToast(message);
}

/** Dismisses the toast of the last attempt. Call it when a new attempt starts. */
export function dismissAccountToast(): void {
  dismissToast(shownToast);
  shownToast = "";
}

/** An outcome, with the message of the account service if it has one. */
export type ServiceOutcome<Outcome extends string> = Outcome | { outcome: Outcome; message: string };

/** Returns the toast of an outcome from `toasts`. A message of the account service replaces the description. (spec 8) */
export function serviceToast<Outcome extends string>(
  toasts: Record<Outcome, ToastMessage>,
  outcome: ServiceOutcome<Outcome>,
): ToastMessage {
  if (typeof outcome === "string") return toasts[outcome];
  const toast = toasts[outcome.outcome];
  return outcome.message ? { ...toast, description: outcome.message } : toast;
}

/** Returns the outcome of an error that the caller does not handle, with the message of the service. */
export function failedWith(error: unknown): { outcome: "failed"; message: string } {
  return { outcome: "failed", message: serviceMessage(error) };
}

/** The wait in a refusal by our limits ("Please try again in 12 minutes.") or by Supabase ("you can only request this after 58 seconds."). */
const WAIT = /\b(?:try again in|request this after) ((?:an?|\d+) (?:second|minute|hour)s?)\b/;

/** Returns when to retry ("You can try again in 12 minutes."); "" if the service does not say. */
export function retryMessage(message: string): string {
  const [, wait = ""] = WAIT.exec(message) ?? [];
  const seconds = Number(/^(\d+) seconds$/.exec(wait)?.[1]);
  if (seconds > 90) return `You can try again in ${Math.ceil(seconds / 60)} minutes.`;
  return wait && `You can try again in ${wait}.`;
}

/**
 * Returns the message of the account service; "" if the connection was lost or a gateway answered instead (status above 500, or a
 * page, which auth-js turns into "{}").
 */
function serviceMessage(error: unknown): string {
  if (!(error instanceof AccountError) || error.status === 0 || (error.status ?? 0) > 500) return "";
  return /^[{[<]/.test(error.message) ? "" : error.message;
}
