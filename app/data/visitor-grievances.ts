import { restClient, tooManyOrThrow } from "./rest";
import type { TooMany } from "~/domain/too-many";
import type { Grievance } from "~/domain/grievance";

/** See VisitorActions. Sends no session: a signed-in visitor can file a grievance under any email. */
export async function fileGrievance({ secret, ...grievance }: Grievance): Promise<"filed" | TooMany> {
  const rest = await restClient();
  const { error, status } = await rest.rpc("file_grievance", { secret, ...grievance });
  return error ? tooManyOrThrow(error, status) : "filed";
}
