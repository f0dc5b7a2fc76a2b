import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";
import type { createPostgresConnection } from "@supabase/lite/postgres";

type PostgresConnection = ReturnType<typeof createPostgresConnection>;

/** What a visitor asks of the database ends after so long: the same as for the role anon of a hosted project. */
export const READ_TIMEOUT_MS = 3_000;

/**
 * Sends what visitors only read through connections of its own, which give up sooner (READ_TIMEOUT_MS): a slow search
 * ends in time and never takes the connections of those who write. A write may wait its turn behind another. When time
 * is up, the answer is PostgREST's: status 500, code 57014. (docs/decisions/0015)
 */
export function separateReading(app: App, writing: PostgresConnection, reading: PostgresConnection): void {
  const readers = new AsyncLocalStorage<{ isTimeUp: boolean }>();
  const answer = app.fetch.bind(app);
  const withContext = writing.withContext.bind(writing);

  app.fetch = async (request, ...rest) => {
    if (!isReading(request)) return answer(request, ...rest);
    const reader = { isTimeUp: false };
    const given = await readers.run(reader, async () => answer(request, ...rest));
    return reader.isTimeUp ? tookTooLong() : given;
  };
  writing.withContext = async (context, run, options) => {
    const reader = readers.getStore();
    if (!reader || options?.transaction || options?.forceRollback) return withContext(context, run, options);
    try {
      return await reading.withContext(context, run, options);
    } catch (error) {
      if (!isQueryCanceled(error)) throw error;
      reader.isTimeUp = true;
      // With a status below 500 it takes no line in the operator's log (server/log.ts): strangers can ask slow questions.
      throw Object.assign(error, { status: 408 });
    }
  };
}

/** The calls that change nothing: tables are read by GET, and every function that visitors may call only reads. */
function isReading({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (!pathname.startsWith("/rest/v1/")) return false;
  return method === "GET" || method === "HEAD" || pathname.startsWith("/rest/v1/rpc/");
}

function tookTooLong(): Response {
  const message = "canceling statement due to statement timeout";
  return Response.json({ code: QUERY_CANCELED, message, details: null, hint: null }, { status: 500 });
}

/** What Postgres calls a question that it ended. app/data/rest.ts words it for visitors. */
export const QUERY_CANCELED = "57014";

function isQueryCanceled(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
}

/** Whether this is the answer to a question that took too long: nobody's mistake, and nothing that an operator must read. */
export function isTimeUp(answer: string): boolean {
  return answer.includes(`"code":"${QUERY_CANCELED}"`);
}
