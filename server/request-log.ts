import { randomFillSync } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ServerEnv } from "./client-address.ts";
import { logRequest, withRequestId } from "./log.ts";

const FOREIGN_ID = /^[\w-]{8,64}$/;
const ID_BYTES = 9;
/** Chance for many ids: asking the system for each costs more than the rest of a line. */
const chance = Buffer.alloc(512 * ID_BYTES);
let used = chance.length;

/** Twelve letters that name one request, or the name that a proxy of the operator's has `given` it. */
export function requestId(given: string | undefined): string {
  if (given && FOREIGN_ID.test(given)) return given;
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += ID_BYTES;
  return chance.toString("base64url", used - ID_BYTES, used);
}

/**
 * Names each request in its answer (`X-Request-Id`) and in every line that the log has of it, and writes the one line
 * that each gets: method, path, status and time taken.
 */
export function logRequests(trustProxy: boolean): MiddlewareHandler {
  return (c, next) => {
    const started = performance.now();
    const id = requestId(trustProxy ? c.req.header("x-request-id") : undefined);
    return withRequestId(id, async () => {
      await next();
      c.res.headers.set("X-Request-Id", id);
      const milliseconds = performance.now() - started;
      logRequest({ id, method: c.req.method, path: c.req.path, status: c.res.status, milliseconds });
    });
  };
}

/** Whether the visitor has gone before the request was whole: what fails then is nothing that an operator could mend. */
export function isBrokenOff(c: Context<ServerEnv>): boolean {
  const incoming = c.env?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
