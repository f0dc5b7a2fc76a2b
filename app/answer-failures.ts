import { data } from "react-router";
import { DatabaseFailure } from "~/data/database-failure";
import type { PageBackend } from "~/data/page-backend";

/**
 * Turns a DatabaseFailure into a response with a sentence for the visitor: 503, which is logged, or 400 for a cursor that the database
 * never issued. Other errors are defects and pass through.
 */
export function answerFailures({ read, ...backend }: PageBackend): PageBackend {
  return {
    ...backend,
    read: (query) =>
      read(query).catch((error: unknown) => {
        if (!(error instanceof DatabaseFailure)) throw error;
        if (error.status === 400) throw data(error.message, { status: 400 });
        console.error(`A page could not be read from the database: ${error.message}`);
        throw data(error.message, { status: 503 });
      }),
  };
}
