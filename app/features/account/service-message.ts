import { AccountError, isConnectionFailure } from "~/data/accounts";

/**
 * What the account service said, or "" when it said nothing: a browser's word for a lost connection helps nobody, nor does
 * what auth-js makes of a gateway's page ("{}").
 */
export function serviceMessage(error: unknown): string {
  if (!(error instanceof AccountError) || isConnectionFailure(error)) return "";
  return /^[{[<]/.test(error.message) ? "" : error.message;
}
