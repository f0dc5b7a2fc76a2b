import type { PostgrestClient } from "@supabase/postgrest-js";
import { browserDatabase, type Database } from "~/data/database";
import { ANSWER_TIMEOUT_MS, PAGE_TIMEOUT_MS } from "~/data/time-limit";

type SupabaseDatabase = Extract<Database, { kind: "supabase" }>;

/** The database ended a question after its statement_timeout: 3 s for visitors. */
const QUERY_CANCELED = "57014";
const TOO_SLOW = "This takes too long. Add a city or another word to a search, or try again later.";

/** Our own limits say when to go on; the gateway in front of a project only that there was too much. */
const TOO_MANY_REQUESTS = 429;
const TOO_MANY = "Too many requests came from your network. You can try again in a minute.";

/** What Postgres calls a row that may be there once and is there already. */
export const UNIQUE_VIOLATION = "23505";

/** The database takes no more of this for now. The sentence says so to the visitor, and when it will. */
export interface TooMany {
  outcome: "too-many-attempts";
  sentence: string;
}

/** The database refused a request or gave no answer. The message is fit for a visitor. */
export class DatabaseFailure extends Error {
  override readonly name = "DatabaseFailure";
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** What PostgREST or Postgres calls it: `23505`, `PGRST116`; empty when there was no answer. */
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Speaks to the tables and functions as the visitor of this page: as the signed-in user when there is one. For the
 * browser only. Throws when this site has no database. (spec 7)
 */
export async function restClient(): Promise<PostgrestClient> {
  const database = browserDatabase();
  if (database.kind === "browser") throw new Error("Database connection is required.");
  const { currentAccessToken } = await import("~/data/supabase-auth");
  return connect(database, await currentAccessToken());
}

/**
 * Speaks to the tables and functions as anybody: no session, whoever is signed in. For loaders, whose pages are the same
 * for every visitor, and for what must work with an expired session. (spec 6, 7)
 */
export function visitorRest(database: SupabaseDatabase): Promise<PostgrestClient> {
  return connect(database, null);
}

/** Turns what PostgREST answered into its data. Throws a DatabaseFailure for anything but success. */
export function answerOf<Data>(result: {
  data: Data;
  error: { message: string; code: string } | null;
  status: number;
}): Data {
  if (!result.error) return result.data;
  throw new DatabaseFailure(failureMessage(result.error, result.status), result.status, result.error.code ?? "");
}

/** Whether a failure says that there was too much of something: what to tell the visitor, else null. */
export function tooMany(failure: unknown): TooMany | null {
  if (!(failure instanceof DatabaseFailure) || failure.status !== TOO_MANY_REQUESTS) return null;
  return { outcome: "too-many-attempts", sentence: failure.message };
}

/** The code of the client. It is downloaded when first needed: reading pages takes none of it into the browser. */
export async function loadPostgrestClient(): Promise<typeof PostgrestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return PostgrestClient;
}

async function connect(database: SupabaseDatabase, accessToken: string | null): Promise<PostgrestClient> {
  const PostgrestClient = await loadPostgrestClient();
  const send = database.fetch ?? fetch;
  const timeout = typeof window === "undefined" ? PAGE_TIMEOUT_MS : ANSWER_TIMEOUT_MS;
  return new PostgrestClient(`${database.url}/rest/v1`, {
    // The publishable key is no token: in an Authorization header it would be refused.
    headers: {
      apikey: database.publishableKey,
      ...(accessToken ? { Authorization: `Bearer ${accessToken}` } : {}),
    },
    fetch: (input, init) => {
      const signal = init?.signal ?? AbortSignal.timeout(timeout);
      // The embedded backend runs in this process and does not notice an abort; whoever waits for it goes on all the same.
      return Promise.race([send(input, { ...init, signal }), abortOf(signal)]);
    },
    // The client would wait 1, 2 and 4 s between tries; a visitor rather hears of the failure and tries again.
    retry: false,
  });
}

/** Rejects when the signal aborts, and never resolves. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function failureMessage(error: { message: string; code: string }, status: number): string {
  if (status === 0) {
    const isTimeout = error.message.startsWith("TimeoutError") || error.message.startsWith("AbortError");
    return isTimeout ? "The database did not answer in time." : "The database could not be reached.";
  }
  if (error.code === QUERY_CANCELED) return TOO_SLOW;
  // Our own rules speak plainly (errcode PT4xx); what else Postgres says may quote what somebody typed.
  if (error.code?.startsWith("PT")) return error.message;
  if (status === TOO_MANY_REQUESTS) return TOO_MANY;
  return `The database ${status < 500 ? "refused the request" : "reported a fault"} (${error.code || status}).`;
}
