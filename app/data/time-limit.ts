/** Time limit of a visitor's request, in ms: slow networks in India take longer than most. (docs/decisions/0011) */
export const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Time limit of a query while the web server renders a page, in ms: longer than Postgres's statement_timeout of 3 s
 * (docs/decisions/0001), and short enough for a page with two queries in a row.
 */
export const PAGE_TIMEOUT_MS = 4_000;

/** Stands in for the code of an answer that did not come in time. */
export const TIMED_OUT = "TIMED_OUT";

/** Its status is 0, as that of every request without a response. */
class TimedOutError extends Error {
  override readonly name = "TimedOutError";
  readonly status = 0;
  readonly code = TIMED_OUT;
}

/**
 * Rejects with a TimedOutError and this message if the promise does not settle in time. For what takes no AbortSignal, such
 * as auth-js with its own retries, and the database in this process.
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
