/**
 * How long a visitor waits for an answer, in ms, before the page says that there is none: a fault is told within 8 s, of
 * which a busy phone needs some to say it. (docs/decisions/0028)
 */
export const ANSWER_TIMEOUT_MS = 6_000;

/**
 * How long a page that the web server makes waits for the database, in ms: longer than the 3 s that Postgres gives a
 * question (docs/decisions/0015), and short enough for a page that asks twice.
 */
export const PAGE_TIMEOUT_MS = 4_000;

/** Stands in for the code of an answer that did not come in time. */
export const TIMED_OUT = "TIMED_OUT";

/** No answer came in time. Its status is 0, as that of every request without a response. */
class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly status = 0;
  readonly code = TIMED_OUT;
}

/**
 * The answer, or a NoAnswerError with this message when there is none in time. For what takes no AbortSignal, such as
 * everything that auth-js does with its own retries, and the database in this process.
 */
export async function inTime<Answer>(
  answer: Promise<Answer>,
  message: string,
  timeout = ANSWER_TIMEOUT_MS,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError(message)), timeout);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
