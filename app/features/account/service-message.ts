import { AccountError, isConnectionFailure } from "~/data/accounts";

/** What the account service said, or "" when it said nothing: a browser's word for a lost connection helps nobody. */
export function serviceMessage(error: unknown): string {
  return error instanceof AccountError && !isConnectionFailure(error) ? error.message : "";
}
