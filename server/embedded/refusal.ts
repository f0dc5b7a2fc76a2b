import { isUtf8 } from "node:buffer";
import type { Context } from "hono";
import { z } from "zod";
import type { ServerEnv } from "../client-address.ts";

/** An error in the format of the called service. */
export abstract class Refusal extends Error {
  abstract answer(c: Context<ServerEnv>): Response;
}

export function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

/** Returns the token of a request, or "". */
export function bearerOf(c: Context): string {
  return /^bearer\s+(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
}

/** The largest review, with every answer and 20 issues, has 126 keys and elements, three deep. */
const MAX_VALUES = 200;
const MAX_DEPTH = 4;
const [QUOTE, BACKSLASH, COMMA, OPEN_OBJECT, OPEN_LIST, CLOSE_OBJECT, CLOSE_LIST] = Buffer.from('"\\,{[}]');

/**
 * Returns whether a JSON text has at most MAX_VALUES keys and elements, MAX_DEPTH deep. Scanning is cheap: parsing and validating a review of
 * 43 KB with lists in its columns blocked the event loop for 108 ms.
 */
function isSmallInShape(json: Uint8Array): boolean {
  let [values, depth, isInText] = [0, 0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return false;
  }
  return true;
}

/** Parses a body. Returns undefined if the JSON is invalid, or has more values or levels than that of any call. */
export function parsedJson(body: ArrayBuffer): unknown {
  const bytes = Buffer.from(body);
  if (!isUtf8(bytes) || !isSmallInShape(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Returns whether Postgres can store a JSON value: no NUL, no lone surrogate, no infinite number. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && isStorable(each));
}

export const storable = z.string().refine(isStorable);

/** Matches a UUID of any version, as Postgres does. */
export const uuid = z.guid();
