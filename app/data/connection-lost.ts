import { TIMED_OUT } from "./time-limit";

/** Errors of fetch() and import() have no code, and each browser words them differently. */
const NETWORK_ERROR = /failed to fetch|networkerror|load failed|imported module|module script failed/i;

/** Why there was no response: the server was too slow, or the network failed. */
export type NoResponse = "timed-out" | "connection-lost";

/**
 * Returns why a request or a download of code got no response; null if it got one. Recognizes timeouts, status 0 and browsers'
 * network errors, also as a cause. (spec 8)
 */
export function noResponse(error: unknown): NoResponse | null {
  if (!(error instanceof Error)) return null;
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (error.name === "TimeoutError" || code === TIMED_OUT) return "timed-out";
  const cause = noResponse(error.cause);
  if (cause) return cause;
  return status === 0 || NETWORK_ERROR.test(error.message) ? "connection-lost" : null;
}

/** Matches our own messages, but not status texts, database codes or browsers' errors. */
const SENTENCE = /^[A-Z][^<>{}]{1,300}[.?]$/;

/** The statuses of a proxy's refusal, or of the page on which a Wi-Fi network asks for a log-in or payment. */
const NETWORK_STATUSES = new Set([401, 402, 403, 407, 511]);
const TOO_MANY_REQUESTS = 429;

/**
 * Returns a sentence for the visitor: what failed and what to do. A missing response comes first, then our own message if the error
 * has one, then the status. `error` is what was thrown, or a response that React Router turned into an error. (spec 2, 11)
 */
export function failureSentence(error: unknown): string {
  if (noResponse(error)) return "There is no connection. Check your network and try again.";
  const { status, data, message } = (error ?? {}) as { status?: unknown; data?: unknown; message?: unknown };
  const own = data ?? message;
  if (typeof own === "string" && SENTENCE.test(own) && !(error instanceof TypeError)) return own;
  if (status === TOO_MANY_REQUESTS) return "Too many requests came from your network. You can try again in a minute.";
  // Not our response: React Router cannot decode it, or a Supabase client finds no JSON.
  const isForeign = status === undefined && (error instanceof SyntaxError || /decode|JSON/.test(String(message)));
  if (isForeign || NETWORK_STATUSES.has(Number(status))) {
    return "Your network responded instead of this site. Open another website to see whether the network asks for a log-in, then try again.";
  }
  if (Number(status) >= 500) return "This site is not responding. Please try again in a few minutes.";
  return "Something went wrong on our side. Please try again in a moment.";
}
