import { restClient, tooManyOrThrow } from "./rest";
import type { TooMany } from "~/domain/too-many";

/**
 * Requests one email about the first new review in a locality. Sends no session: a signed-in visitor can enter any email. Throws a
 * DatabaseFailure. For the browser only. (spec 10)
 */
export async function requestPlaceAlert(city: string, locality: string, email: string): Promise<"sent" | TooMany> {
  const rest = await restClient();
  const { error, status } = await rest.rpc("request_place_alert", { city, locality, email });
  return error ? tooManyOrThrow(error, status) : "sent";
}
