import { databaseFailure } from "./database-failure";
import { restClient } from "./rest";
import { asSignedIn } from "./signed-in";

/** The status for a rejected token, and for one whose session has ended. */
export const UNAUTHORIZED = 401;

/**
 * Calls a function of the database as the signed-in user. Throws a DatabaseFailure, with a sentence for the visitor, when it is
 * refused or does not arrive. For the browser only.
 */
export function callAsSignedIn<Answer>(
  name: string,
  args: Record<string, string | number | boolean | string[] | number[] | null> = {},
): Promise<Answer | "session-expired"> {
  return asSignedIn<Answer>(async (accessToken) => {
    const rest = await restClient(accessToken);
    const { data, error, status } = await rest.rpc(name, args);
    if (status === UNAUTHORIZED) return "refused";
    if (error) throw databaseFailure(error, status);
    return data as Answer;
  });
}
