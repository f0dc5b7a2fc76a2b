import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import { parseAccept } from "hono/utils/accept";

/** In the order in which they are preferred. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Bytes = Uint8Array<ArrayBuffer>;
/** Names and values in turn, as Node writes them without looking at each again. */
type FlatHeaders = readonly string[];

interface Encoded {
  headers: FlatHeaders;
  body: Bytes;
}

/**
 * A 200 in memory: for each encoding the bytes and all headers, made once and sent as they are. Bytes that hardly a browser
 * asks for may be left out where they are compressed, too.
 */
export interface StoredResponse {
  etag: string;
  notModified: FlatHeaders;
  encoded: Record<"br" | "gzip", Encoded> & { identity: Encoded | Omit<Encoded, "body"> };
}

/** One answer of a stored response. */
interface Selected {
  status: 200 | 304;
  headers: FlatHeaders;
  body: Bytes | null;
}

/** Where an encoding is missing, the bytes themselves stand for it. */
export function storeResponse(
  headers: Headers,
  bodies: { identity: Bytes } & Partial<Record<Encoding, Bytes | undefined>>,
): StoredResponse {
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  headers.set("ETag", etag);
  const notModified = [...headers].flat();
  const encode = (encoding: Encoding) => {
    const encoded = encoding !== "identity" && bodies[encoding];
    const body = encoded || bodies.identity;
    const fields = encoded ? ["content-encoding", encoding] : [];
    return { headers: [...notModified, ...fields, "content-length", String(body.length)], body };
  };
  const encoded = { br: encode("br"), gzip: encode("gzip"), identity: encode("identity") };
  return { etag, notModified, encoded };
}

/** What a GET or HEAD with these headers is answered with. */
export function selectFrom(
  { etag, notModified, encoded }: StoredResponse,
  method: string,
  asked: IncomingHttpHeaders,
): Selected {
  if (asked["if-none-match"]?.includes(etag)) return { status: 304, headers: notModified, body: null };
  const chosen = encoded[encodingFor(asked["accept-encoding"]?.toString())];
  if (method === "HEAD") return { status: 200, headers: chosen.headers, body: null };
  return { status: 200, headers: chosen.headers, body: "body" in chosen ? chosen.body : gunzipSync(encoded.gzip.body) };
}

/** The best encoding that a browser takes. */
function encodingFor(acceptEncoding = ""): Encoding {
  const accepted = parseAccept(acceptEncoding);
  return ENCODINGS.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? "identity";
}

/** The same for Hono; what is in memory before a request comes is written without one. */
export function toResponse({ status, headers, body }: Selected): Response {
  const fields = new Headers();
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string);
  return new Response(body, { status, headers: fields });
}
