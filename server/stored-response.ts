import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { parseAccept } from "hono/utils/accept";

const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Bytes = Uint8Array<ArrayBuffer>;
/** Alternating names and values, as writeHead takes them. */
type FlatHeaders = readonly string[];

/** A complete 200 response in one encoding. */
export interface StoredResponse {
  etag: string;
  notModified: FlatHeaders;
  headers: FlatHeaders;
  body: Bytes;
}

interface Selected {
  status: 200 | 304;
  headers: FlatHeaders;
  body: Bytes | null;
}

/** Creates the stored form of a response. `body` is `contents` in this encoding. All encodings share the ETag. */
export function storeResponse(headers: Headers, contents: Bytes, encoding: Encoding, body: Bytes): StoredResponse {
  const etag = `W/"${createHash("sha256").update(contents).digest("base64url").slice(0, 22)}"`;
  headers.set("ETag", etag);
  const notModified = [...headers].flat();
  const encoded = encoding === "identity" ? [] : ["content-encoding", encoding];
  return { etag, notModified, headers: [...notModified, ...encoded, "content-length", String(body.length)], body };
}

export function selectFrom(
  { etag, notModified, headers, body }: StoredResponse,
  method: string,
  asked: IncomingHttpHeaders,
): Selected {
  if (asked["if-none-match"]?.includes(etag)) return { status: 304, headers: notModified, body: null };
  return { status: 200, headers, body: method === "HEAD" ? null : body };
}

/** Browsers send 30 characters. Parsing 16 KB took 3 ms. */
const LONGEST_ACCEPT = 200;

/** Returns whether an Accept-Encoding is too long. It is then ignored. */
export function isTooLong(acceptEncoding = ""): boolean {
  return acceptEncoding.length > LONGEST_ACCEPT;
}

export function encodingFor(acceptEncoding = ""): Encoding {
  const accepted = isTooLong(acceptEncoding) ? [] : parseAccept(acceptEncoding);
  return ENCODINGS.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? "identity";
}

export function toResponse({ status, headers, body }: Selected): Response {
  const fields = new Headers();
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string);
  return new Response(body, { status, headers: fields });
}
