import { restClient, tooManyOrThrow } from "./rest";
import type { TooMany } from "~/domain/too-many";
import type { Grievance } from "~/domain/grievance";

/** See VisitorActions. A signed-in visitor may complain as anybody: no session goes with it. */
export async function fileGrievance({ secret, ...grievance }: Grievance): Promise<"filed" | TooMany> {
  const rest = await restClient();
  const { error, status } = await rest.rpc("file_grievance", { secret, ...grievance });
  return error ? tooManyOrThrow(error, status) : "filed";
}
