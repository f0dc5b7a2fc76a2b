import postgres from "postgres";
import { logError } from "../log.ts";
import { QUERY_CANCELED, READ_TIMEOUT_MS } from "./reading.ts";

/** Functions that pages call for every visitor alike. All of them only read. */
const CALL = /^\/rest\/v1\/rpc\/(browse_properties|property_reviews|review_in_context|review_cities|top_reviewers)$/;
const ARGUMENT = /^[a-z_]+$/;

/** What Postgres says of values that it cannot take: a NUL in a text, a word for a number. */
const CALLERS_MISTAKE = /^(?:21|22|23502|42)/;

const CONNECTIONS = 8;

export interface VisitorCalls {
  /** Takes what fetch takes. PostgREST's answer to a call, or null for any other request and for one that comes with a token. */
  answer(...request: Parameters<typeof fetch>): Promise<Response | null>;
  /** The connections themselves: for tests of what they may do. */
  sql: postgres.Sql;
  close(timeoutSeconds: number): Promise<void>;
}

/**
 * Answers the calls of pages without the rest of the API: one statement, on connections that are visitors (role anon, read
 * only, READ_TIMEOUT_MS) from the start. The database decides as it does for everybody else. (docs/decisions/0020)
 */
export function createVisitorCalls(databaseUrl: string): VisitorCalls {
  const sql = postgres(databaseUrl, {
    max: CONNECTIONS,
    onnotice: () => {},
    connection: { role: "anon", default_transaction_read_only: true, statement_timeout: READ_TIMEOUT_MS },
  });
  return {
    // As the client calls it: a Request of this would be made only to be read again.
    async answer(input, { method, headers, body } = {}) {
      if (input instanceof Request || method !== "POST" || typeof body !== "string") return null;
      const [, name] = CALL.exec(new URL(input).pathname) ?? [];
      if (!name || new Headers(headers).has("authorization")) return null;
      const given = Object.entries(JSON.parse(body) as Record<string, string | number | null>);
      if (!given.every(([argument]) => ARGUMENT.test(argument))) return null;
      const listed = given.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
      try {
        const [row] = await sql.unsafe<{ answer: string | null }[]>(
          `select public.${name}(${listed})::text as answer`,
          given.map(([, value]) => value),
          { prepare: true },
        );
        return new TextAnswer(row?.answer ?? "null");
      } catch (error) {
        return failure(error);
      }
    },
    sql,
    close: (timeout) => sql.end({ timeout }),
  };
}

/** JSON that is a text already and is asked for as one: no bytes are made of it, and none of these a stream. */
class TextAnswer extends Response {
  readonly #text: string;

  constructor(text: string) {
    super(null, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    this.#text = text;
  }

  override async text(): Promise<string> {
    return this.#text;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

/** As PostgREST words it: our own rules (PT4xx) with their status, a fault of the database, or no database at all. */
function failure(error: unknown): Response {
  if (!(error instanceof postgres.PostgresError)) {
    logError("database:", error);
    return Response.json(
      { code: "PGRST000", message: "No connection to the database.", details: null, hint: null },
      { status: 503 },
    );
  }
  const { code, message } = error;
  const status = Number(/^PT(\d{3})$/.exec(code)?.[1] ?? (CALLERS_MISTAKE.test(code) ? 400 : 500));
  if (status >= 500 && code !== QUERY_CANCELED) logError("database:", error);
  return Response.json({ code, message, details: null, hint: null }, { status });
}
