import { data, redirect } from "react-router";
import type { Database } from "~/data/database";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";
import { NO_HOMES } from "./no-home";

/**
 * What `read` finds in the database. A failure of the database becomes the answer 503 with a sentence for the visitor, or 400
 * for a cursor that it never gave out.
 */
export async function readHomes<Found>(
  backend: PageBackend,
  read: (database: Database) => Promise<Found>,
): Promise<Found | typeof NO_HOMES> {
  try {
    return await backend.read(read, NO_HOMES);
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    if (error.status === 400) throw data(error.message, { status: 400 });
    console.error(`The homes could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
}

/** Throws the way to `path` where the address spells it differently: in capitals, by another name, by old words. (spec 10) */
export function redirectToCanonical(url: URL, path: string): void {
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
}
