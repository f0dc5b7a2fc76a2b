import type { Database } from "./database.ts";
import { PAGE_TIMEOUT_MS, TIMED_OUT } from "./time-limit.ts";

// server/backend.ts imports this file without a build: its imports need file extensions.

/**
 * Returns the database of a Supabase project. A call is one POST with the public key and no session; a replica accepts only GET.
 * `url` has no trailing slash.
 */
export function hostedDatabase({
  url,
  publishableKey,
  isReplica = false,
  ...options
}: {
  url: string;
  publishableKey: string;
  isReplica?: boolean;
  proofThumbnails?: "rendition" | "original";
}): Database {
  return {
    publicUrl: url,
    publishableKey,
    ...options,
    async call(name, args = {}) {
      const headers = { apikey: publishableKey };
      const json = { ...headers, "content-type": "application/json" };
      const request = isReplica ? { headers } : { method: "POST", headers: json, body: JSON.stringify(args) };
      const address = new URL(`${url}/rest/v1/rpc/${name}`);
      // A query string cannot contain null. Leave such arguments out: null is their default.
      for (const [argument, value] of Object.entries(isReplica ? args : {}))
        if (value !== null)
          address.searchParams.set(argument, typeof value === "object" ? JSON.stringify(value) : `${value}`);
      const response = await withStatus(fetch(address, { ...request, signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) }));
      if (response.ok) return withStatus(response.json());
      // A gateway in front of the project may respond with its own page.
      const refusal: { message?: unknown; code?: unknown } | null = await response.json().catch(() => null);
      const [message, code] = [refusal?.message, refusal?.code].map((word) => (typeof word === "string" ? word : ""));
      throw Object.assign(new Error(message), { status: response.status, code });
    },
  };
}

/** Rethrows a failed fetch, or a failure to read the body, as an error with status 0. */
async function withStatus<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    throw Object.assign(new Error(String(cause), { cause }), { status: 0, code: isTimeout ? TIMED_OUT : "" });
  }
}
