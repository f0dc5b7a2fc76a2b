import type { PostgrestClient } from "@supabase/postgrest-js";
import { projectOfPage } from "./database";
import { databaseFailure, TOO_MANY_REQUESTS, UNIQUE_VIOLATION } from "./database-failure";
import { ANSWER_TIMEOUT_MS } from "./time-limit";
import type { TooMany } from "~/domain/too-many";

// For the browser only. On the web server, pages use database.ts.

/** Creates a client of the page's project: with this access token as its user; without one as an anonymous visitor, even if the browser has a session. */
export async function restClient(accessToken?: string): Promise<PostgrestClient> {
  const PostgrestClient = await loadPostgrestClient();
  const { url, publishableKey } = projectOfPage();
  return new PostgrestClient(`${url}/rest/v1`, {
    // The publishable key is no token: an Authorization header with it would be refused.
    headers: { apikey: publishableKey, ...(accessToken && { Authorization: `Bearer ${accessToken}` }) },
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
    // By default the client retries after 1, 2 and 4 s. Visitors should see the failure at once.
    retry: false,
  });
}

/** Downloads the code of the client on demand: readers do not need it. */
export async function loadPostgrestClient(): Promise<typeof PostgrestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return PostgrestClient;
}

/**
 * Inserts a row. Returns "duplicate" for a unique violation, and the message of a rate limit. Throws a DatabaseFailure for other errors.
 */
export async function insertRow(
  table: string,
  row: Record<string, unknown>,
  accessToken?: string,
): Promise<"inserted" | "duplicate" | TooMany> {
  const rest = await restClient(accessToken);
  const { error, status } = await rest.from(table).insert(row);
  if (!error) return "inserted";
  if (error.code === UNIQUE_VIOLATION) return "duplicate";
  return tooManyOrThrow(error, status);
}

/** Returns the message of a rate limit, which says when to retry. Throws a DatabaseFailure for other errors. */
export function tooManyOrThrow(error: { message: string; code?: string }, status: number): TooMany {
  const failure = databaseFailure(error, status);
  if (status === TOO_MANY_REQUESTS) return { outcome: "too-many-attempts", sentence: failure.message };
  throw failure;
}
