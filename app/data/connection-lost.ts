/** What fetch() and import() reject with has no code, and each browser has its own words for it. */
const NETWORK_ERROR = /failed to fetch|networkerror|load failed|imported module|module script failed/i;

/**
 * Whether a request, or the code it needs, got no response: the error has status 0, is a browser's own, or was caused by
 * such a one. (spec 8)
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { status } = error as { status?: unknown };
  return status === 0 || NETWORK_ERROR.test(error.message) || isConnectionLost(error.cause);
}
