import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { parseAccept } from "hono/utils/accept";
import { LRUCache } from "lru-cache";

/** In the order in which they are preferred. */
const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Bytes = Uint8Array<ArrayBuffer>;
/** Names and values in turn, as Node writes them without looking at each again. */
type FlatHeaders = readonly string[];

/** A 200 in memory: for each encoding the bytes and all headers, made once and sent as they are. */
export interface StoredResponse {
  etag: string;
  notModified: FlatHeaders;
  encoded: Record<Encoding, { headers: FlatHeaders; body: Bytes }>;
  /** What it takes in memory. */
  bytes: number;
}

/** One answer of a stored response. */
export interface Selected {
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
  const notModified = [...headers, ["etag", etag]].flat();
  const encode = (encoding: Encoding) => {
    const body = bodies[encoding];
    if (!body || encoding === "identity") return withLength(notModified, bodies.identity);
    return withLength([...notModified, "content-encoding", encoding], body);
  };
  const encoded = { br: encode("br"), gzip: encode("gzip"), identity: encode("identity") };
  const bytes = Object.values(encoded).reduce(
    (sum, { headers: flat, body }) => sum + flat.join().length + body.length,
    0,
  );
  return { etag, notModified, encoded, bytes };
}

function withLength(headers: string[], body: Bytes) {
  return { headers: [...headers, "content-length", String(body.length)], body };
}

/** What a GET or HEAD with these headers is answered with. */
export function selectFrom(
  { etag, notModified, encoded }: StoredResponse,
  method: string,
  asked: IncomingHttpHeaders,
): Selected {
  if (asked["if-none-match"]?.includes(etag)) return { status: 304, headers: notModified, body: null };
  const { headers, body } = encoded[encodings.memo(String(asked["accept-encoding"] ?? ""))];
  return { status: 200, headers, body: method === "HEAD" ? null : body };
}

/** The best encoding that a browser takes: there are a few values of Accept-Encoding, and reading one takes longer than the rest. */
const encodings = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (header) => {
    const accepted = parseAccept(header);
    return ENCODINGS.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? "identity";
  },
});

/** For those who go on with the answer; `outgoing.writeHead` and `end` are five times as fast. */
export function toResponse({ status, headers, body }: Selected): Response {
  const fields = new Headers();
  for (let index = 0; index < headers.length; index += 2)
    fields.append(headers[index] as string, headers[index + 1] as string);
  return new Response(body, { status, headers: fields });
}
