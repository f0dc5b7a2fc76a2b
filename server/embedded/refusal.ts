import type { Context } from "hono";
import { z } from "zod";
import type { ServerEnv } from "../client-address.ts";

/** A request that is answered with a refusal, in the words and the format of the service that it was for. */
export abstract class Refusal extends Error {
  abstract answer(c: Context<ServerEnv>): Response;
}

/** Seconds after which to try again, as a header. */
export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

/** The token that a request comes with; empty when there is none. */
export function bearerOf(c: Context): string {
  return /^bearer\s+(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
}

/** The value of a JSON text; undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that Postgres can store: without a NUL or half a character. */
export const storable = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"));

/** A UUID of any version, as Postgres takes it. */
export const uuid = z.guid();
