import { data } from "react-router";
import { grievanceStatus } from "~/data/grievances";
import type { PageBackend } from "~/data/page-backend";
import type { GrievanceStatus } from "~/domain/grievance";

/** The complaint with this secret. Throws 404 where there is none. */
export async function loadGrievance(secret: string, backend: PageBackend): Promise<GrievanceStatus> {
  const status = await backend.read((database) => grievanceStatus(database, secret), null);
  if (!status) throw data("There is no complaint at this address.", { status: 404 });
  return status;
}

/** Whether this site can keep complaints. */
export function keepsGrievances(backend: PageBackend): Promise<boolean> {
  return backend.read(async () => true, false);
}
