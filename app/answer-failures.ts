import { data } from "react-router";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";

/**
 * What loaders read from. Where the database fails they answer 503 with a sentence for the visitor, and the log hears of it; 400 for
 * a cursor that it never gave out, which is a fault of the address. A defect of ours stays one.
 */
export function answerFailures({ read, ...backend }: PageBackend): PageBackend {
  return {
    ...backend,
    read: (what, otherwise) =>
      read(what, otherwise).catch((error: unknown) => {
        if (!(error instanceof DatabaseFailure)) throw error;
        if (error.status === 400) throw data(error.message, { status: 400 });
        console.error(`A page could not be read from the database: ${error.message}`);
        throw data(error.message, { status: 503 });
      }),
  };
}
