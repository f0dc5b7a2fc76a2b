import { TIMED_OUT } from "./time-limit";

/** The start of postgrest-js's message after AbortSignal.timeout(). */
const ABORTED_BY_TIMEOUT = /^TimeoutError:/;
const GATEWAY_TIMEOUT = 504;

/** The database cancelled the query after statement_timeout: 3 s for visitors. */
const QUERY_CANCELED = "57014";
const TOO_SLOW = "This is taking too long. Add a city or another word to your search, or try again later.";

/** The status of a rate limit. Our own message says when to retry; that of a project's gateway does not. */
export const TOO_MANY_REQUESTS = 429;
const TOO_MANY = "Too many requests came from your network. You can try again in a minute.";

const REFUSED = "The database refused the request. Reload the page and try again.";
const FAULT = "Something is wrong with the database. Please try again in a few minutes.";

export const UNIQUE_VIOLATION = "23505";

/** The database refused a request or did not respond. The message is fit for a visitor. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /** Postgres's or PostgREST's code (`23505`, `PGRST116`), TIMED_OUT, or "" if the database could not be reached. */
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Converts an error of PostgREST or Postgres with its HTTP status. */
export function databaseFailure(error: { message: string; code?: string }, status: number): DatabaseFailure {
  const isTimeout = status === GATEWAY_TIMEOUT || (status === 0 && ABORTED_BY_TIMEOUT.test(error.message));
  const code = isTimeout ? TIMED_OUT : (error.code ?? "");
  return new DatabaseFailure(failureMessage(error.message, code, status), status, code);
}

function failureMessage(message: string, code: string, status: number): string {
  if (code === TIMED_OUT) return "The database did not answer in time.";
  if (status === 0) return "The database could not be reached.";
  if (code === QUERY_CANCELED) return TOO_SLOW;
  // Our own messages (errcode PT4xx) are plain. Other messages of Postgres may quote what a visitor typed.
  if (code.startsWith("PT")) return message;
  if (status === TOO_MANY_REQUESTS) return TOO_MANY;
  return status < 500 ? REFUSED : FAULT;
}
