import { databaseFailure } from "./database-failure";
import { restClient } from "./rest";
import { asSignedIn } from "./signed-in";

/** The status for a rejected token or an ended session. */
export const UNAUTHORIZED = 401;

/** The session has ended and was removed from this browser. The page asks to log in. */
export class SessionExpired extends Error {
  override readonly name = "SessionExpired";

  constructor() {
    super("Your session has ended. Please log in again.");
  }
}

/**
 * Calls a function of the database as the signed-in user. Throws a DatabaseFailure with a message for the visitor, or SessionExpired. For
 * the browser only.
 */
export async function callAsSignedIn<Answer>(
  name: string,
  args: Record<string, string | number | boolean | string[] | number[] | null> = {},
): Promise<Answer> {
  const outcome = await asSignedIn<{ answer: Answer }>(async (accessToken) => {
    const rest = await restClient(accessToken);
    const { data, error, status } = await rest.rpc(name, args);
    if (status === UNAUTHORIZED) return "refused";
    if (error) throw databaseFailure(error, status);
    return { answer: data as Answer };
  });
  if (outcome === "session-expired") throw new SessionExpired();
  return outcome.answer;
}
