import { createHmac, randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

export interface ServerEnv {
  Bindings: HttpBindings;
}

const HASH_KEY = randomBytes(32);

/** The visitor's network address: the socket's, or behind a trusted proxy the last entry of X-Forwarded-For. */
export function clientAddress(c: Context<ServerEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || socketAddress(c);
}

/** The address as a key for counting: hashed with a key that lives only as long as this process, so it names nobody. */
export function addressKey(address: string): string {
  // One household has a whole IPv6 /64.
  const network = address.includes(":") && !address.includes(".") ? address.split(":").slice(0, 4).join(":") : address;
  return createHmac("sha256", HASH_KEY).update(network).digest("base64url");
}

/** True when the request comes from this machine itself: by its socket, by its Host header, and through no proxy. */
export function isFromThisMachine(c: Context<ServerEnv>): boolean {
  const host = c.req.header("host") ?? "";
  return (
    /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(socketAddress(c)) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) &&
    !c.req.header("x-forwarded-for") &&
    !c.req.header("forwarded")
  );
}

function socketAddress(c: Context<ServerEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}
