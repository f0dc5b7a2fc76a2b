import { TIMED_OUT } from "./time-limit";

/** What fetch() and import() reject with has no code, and each browser has its own words for it. See load-more-reviews.ts, too. */
const NETWORK_ERROR = /failed to fetch|networkerror|load failed|imported module|module script failed/i;

/** Why there was no response: the server took too long, or the network failed. */
export type NoResponse = "timed-out" | "connection-lost";

/**
 * Why a request, or the code it needs, got no response; null when there was one. Such an error has status 0, is a browser's
 * own, or was caused by such a one. (spec 8)
 */
export function noResponse(error: unknown): NoResponse | null {
  if (!(error instanceof Error)) return null;
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (error.name === "TimeoutError" || code === TIMED_OUT) return "timed-out";
  const cause = noResponse(error.cause);
  if (cause) return cause;
  return status === 0 || NETWORK_ERROR.test(error.message) ? "connection-lost" : null;
}

/** Why a call failed, in a sentence for whoever made it. */
export function failureSentence(error: unknown): string {
  if (noResponse(error) || !(error instanceof Error)) return "There is no answer. Check the connection and try again.";
  return error.message;
}
