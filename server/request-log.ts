import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServerEnv } from "./client-address.ts";
import { logRequest, withRequestId } from "./log.ts";
import { countAnswer } from "./metrics.ts";

const FOREIGN_ID = /^[\w-]{8,64}$/;

/** Returns the id that a trusted proxy gave the request, or a new one. */
export function requestId(given: string | undefined): string {
  return given && FOREIGN_ID.test(given) ? given : randomUUID();
}

/** Logs each request, and adds its id to its log entries and to the response (`X-Request-Id`). */
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

/** nginx's status for a disconnected client. */
export const DISCONNECTED = 499 as ContentfulStatusCode;

/** Returns whether the client disconnected before its request was complete: a failure is then not the server's. */
export function wasInterrupted(c: Context<ServerEnv>): boolean {
  const incoming = c.env?.incoming;
  return incoming !== undefined && incoming.destroyed && !incoming.complete;
}
