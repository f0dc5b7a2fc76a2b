import type { PostgrestClient } from "@supabase/postgrest-js";
import { projectOfPage } from "./database";
import { databaseFailure, TOO_MANY_REQUESTS, UNIQUE_VIOLATION } from "./database-failure";
import { ANSWER_TIMEOUT_MS } from "./time-limit";
import type { TooMany } from "~/domain/too-many";

// For the browser only; on the web server pages call functions of the database: database.ts.

/**
 * Speaks to the project of this page: as the user whose access token is given, else as an anonymous visitor, even when a
 * user is signed in.
 */
export async function restClient(accessToken?: string): Promise<PostgrestClient> {
  const PostgrestClient = await loadPostgrestClient();
  const { url, publishableKey } = projectOfPage();
  return new PostgrestClient(`${url}/rest/v1`, {
    // The publishable key is no token: in an Authorization header it would be refused.
    headers: { apikey: publishableKey, ...(accessToken && { Authorization: `Bearer ${accessToken}` }) },
    fetch: (input, init) => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_TIMEOUT_MS) }),
    // The client would wait 1, 2 and 4 s between tries; a visitor rather hears of the failure and tries again.
    retry: false,
  });
}

/** The code of the client. It is downloaded when first needed: reading pages takes none of it into the browser. */
export async function loadPostgrestClient(): Promise<typeof PostgrestClient> {
  const { PostgrestClient } = await import("@supabase/postgrest-js");
  return PostgrestClient;
}

/** Inserts one row. Throws a DatabaseFailure when the database refuses it for another reason or cannot be reached. */
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

/** A refusal by a limit, with the sentence that says when to go on. Throws a DatabaseFailure for any other error. */
export function tooManyOrThrow(error: { message: string; code?: string }, status: number): TooMany {
  const failure = databaseFailure(error, status);
  if (status === TOO_MANY_REQUESTS) return { outcome: "too-many-attempts", sentence: failure.message };
  throw failure;
}
