import { createHmac, randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

export interface ServerEnv {
  Bindings: HttpBindings;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the visitor's IP address: the socket's or, behind a trusted proxy, the last entry of X-Forwarded-For. */
export function clientAddress(c: Context<ServerEnv>, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedAddress(c.req.header("x-forwarded-for")) : undefined;
  return forwarded || socketAddress(c);
}

/** Returns the last entry of X-Forwarded-For, which a trusted proxy appends. */
export function forwardedAddress(header: string | undefined): string | undefined {
  return header?.split(",").at(-1)?.trim();
}

/** Returns the network (/24, /48) of a request, for limits per network. */
export function networkOfCaller(c: Context<ServerEnv>, trustProxy: boolean): string {
  return widerNetworkOf(clientAddress(c, trustProxy));
}

export function signalOf(c: Context<ServerEnv>): AbortSignal {
  const leaving = new AbortController();
  c.env?.outgoing?.once("close", () => leaving.abort());
  return leaving.signal;
}

type KeyOf = (parts: string[]) => string;

/** Creates a hash function with a random key per process. With "day", the key also changes at midnight (UTC). */
export function createKeyedHash(lifetime: "day" | "process"): KeyOf {
  let secret = randomBytes(32);
  let day = Math.floor(Date.now() / DAY_MS);
  return (parts) => {
    const today = Math.floor(Date.now() / DAY_MS);
    if (today !== day && lifetime === "day") [secret, day] = [randomBytes(32), today];
    return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
  };
}

/** Returns an IPv4 address, or the /64 of an IPv6 address (one household), in canonical form. */
export function networkOf(address: string): string {
  return prefixOf(address, 4, 4);
}

/** Returns the /24 of an IPv4 or the /48 of an IPv6 address, which one customer of a provider may have. */
export function widerNetworkOf(address: string): string {
  return prefixOf(address, 3, 3);
}

function prefixOf(address: string, octets: number, groupCount: number): string {
  // Some proxies add the port; dual-stack sockets write ::ffff:192.0.2.1.
  const bare = address.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i, "$1");
  if (!isIPv6(bare)) return bare.split(".").slice(0, octets).join(".");
  const [start = [], end] = bare
    .replace(/%.*$/, "")
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = end ? Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0") : [];
  const groups = [...start, ...zeros, ...(end ?? [])];
  return groups
    .slice(0, groupCount)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "cf-connecting-ip"];

/** Returns whether a request comes from this machine: by socket and Host header, and through no proxy. */
export function isFromThisMachine(c: Context<ServerEnv>): boolean {
  const host = c.req.header("host") ?? "";
  return (
    /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(socketAddress(c)) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) &&
    PROXY_HEADERS.every((name) => !c.req.header(name))
  );
}

function socketAddress(c: Context<ServerEnv>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}
