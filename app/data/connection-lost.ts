import { TIMED_OUT } from "./time-limit";

/** What fetch() and import() reject with has no code, and each browser has its own words for it. */
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

/** Ends as our own sentences do, and as no status text, code of a database or word of a browser does. */
const SENTENCE = /^[A-Z][^<>{}]{1,300}[.?]$/;

/** A proxy's refusal, and the page with which a Wi-Fi asks for a log-in or a payment. */
const NETWORK_STATUSES = new Set([401, 402, 403, 407, 511]);
const TOO_MANY_REQUESTS = 429;

/**
 * Why something failed and what to do about it, in a sentence for the visitor: the sentence of our own code where it
 * is one, else by the cause. `error` is what was thrown, or an answer that React Router makes an error of. (spec 2, 11)
 */
export function failureSentence(error: unknown): string {
  if (noResponse(error)) return "There is no connection. Check your network and try again.";
  const { status, data, message } = (error ?? {}) as { status?: unknown; data?: unknown; message?: unknown };
  const own = data ?? message;
  if (typeof own === "string" && SENTENCE.test(own) && !(error instanceof TypeError)) return own;
  if (status === TOO_MANY_REQUESTS) return "Too many requests came from your network. You can try again in a minute.";
  // An answer that is not ours: React Router says that it cannot decode it, a client of Supabase that it is no JSON.
  const isForeign = status === undefined && (error instanceof SyntaxError || /decode|JSON/.test(String(message)));
  if (isForeign || NETWORK_STATUSES.has(Number(status))) {
    return "Your network answered in place of this site. Open another website to see whether it asks for a log-in, then try again.";
  }
  if (Number(status) >= 500) return "This site does not answer at the moment. Please try again in a few minutes.";
  return "Something went wrong on our side. Please try again in a moment.";
}
