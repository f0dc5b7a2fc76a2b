import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServerEnv } from "./client-address.ts";
import { logRequest, withRequestId } from "./log.ts";
import { countAnswer } from "./metrics.ts";

const FOREIGN_ID = /^[\w-]{8,64}$/;

/** The id of a request: the one that a trusted proxy has `given` it, or a new one. */
export function requestId(given: string | undefined): string {
  return given && FOREIGN_ID.test(given) ? given : randomUUID();
}

/** Sends each request's id (`X-Request-Id`), adds it to what is logged meanwhile, and logs method, path, status and time. */
export function logRequests(trustProxy: boolean): MiddlewareHandler {
  return (c, next) => {
    const started = performance.now();
    const id = requestId(trustProxy ? c.req.header("x-request-id") : undefined);
    return withRequestId(id, async () => {
      await next();
      c.res.headers.set("X-Request-Id", id);
      const milliseconds = performance.now() - started;
      countAnswer(c.req.path, c.res.status, milliseconds);
      logRequest({ id, method: c.req.method, path: c.req.path, status: c.res.status, milliseconds });
    });
  };
}

/** The status in the log of a request whose client has disconnected, as nginx logs it. */
export const DISCONNECTED = 499 as ContentfulStatusCode;

/** Whether the client has disconnected before its request was complete: what fails then is no fault of the server. */
export function isBrokenOff(c: Context<ServerEnv>): boolean {
  const incoming = c.env?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
