import { AccountError } from "~/data/accounts";

/**
 * The account service's own message; "" when the connection was lost, or when a gateway answered with a page, of which
 * auth-js makes "{}".
 */
export function serviceMessage(error: unknown): string {
  if (!(error instanceof AccountError) || error.status === 0) return "";
  return /^[{[<]/.test(error.message) ? "" : error.message;
}
