import { data } from "react-router";
import { DatabaseFailure } from "~/data/database-failure";
import { grievanceStatus } from "~/data/grievances";
import type { PageBackend } from "~/data/page-backend";
import type { GrievanceStatus } from "~/domain/grievance";

/** The complaint with this secret. Throws 404 where there is none, and 503 where it cannot be read. */
export async function loadGrievance(secret: string, backend: PageBackend): Promise<GrievanceStatus> {
  try {
    const status = await backend.read((database) => grievanceStatus(database, secret), null);
    if (status) return status;
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error;
    console.error(`A complaint could not be read: ${error.message}`);
    throw data(error.message, { status: 503 });
  }
  throw data("There is no complaint at this address.", { status: 404 });
}

/** Whether this site can keep complaints. */
export function keepsGrievances(backend: PageBackend): Promise<boolean> {
  return backend.read(async () => true, false);
}
