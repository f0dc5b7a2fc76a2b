import { data } from "react-router";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";
import { transparencyMonths } from "~/data/transparency";
import type { TransparencyMonth } from "~/domain/transparency";

/** The months, or null on a site without a database. Throws 503 where they cannot be read. */
export async function loadTransparency(backend: PageBackend): Promise<TransparencyMonth[] | null> {
  try {
    return await backend.read(transparencyMonths, null);
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    console.error(`The months could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
}
