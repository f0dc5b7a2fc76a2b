/** Timeout of a visitor's request, in ms. Networks in India can be slow. (docs/decisions/0011) */
export const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Timeout of a page's query on the web server, in ms: longer than Postgres's statement_timeout of 3 s (docs/decisions/0001), and short
 * enough for two queries in a row.
 */
export const PAGE_TIMEOUT_MS = 4_000;

/** The code of a response that did not arrive in time. */
export const TIMED_OUT = "TIMED_OUT";

/** Has status 0, as every request without a response. */
class TimedOutError extends Error {
  override readonly name = "TimedOutError";
  readonly status = 0;
  readonly code = TIMED_OUT;
}

/**
 * Rejects with a TimedOutError and this message if the promise does not settle in time. For calls without an AbortSignal, such as auth-js's
 * and those of the database in this process.
 */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  message: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOutError(message)), timeout);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
