import { promisify } from "node:util";
import { brotliDecompress, constants, crc32, createBrotliCompress, createDeflateRaw, gunzip } from "node:zlib";
import { newNonce } from "./security-headers.ts";

/**
 * A rendered page, compressed once and sent with another nonce every time.
 *
 * Between the compressed pieces of the page each nonce stands in a block of its own that is stored as it is, which brotli
 * (RFC 7932, section 9.2) and deflate (RFC 1951, section 3.2.4) both provide for; the bytes there can be replaced. What
 * makes this safe:
 *
 * - The compressor saw another random text in each place, so that no later piece refers back to one.
 * - Brotli chooses its codes by the two bytes before; the stored block therefore holds the two that follow the nonce, too.
 * - Every template is opened again with a nonce of its own before it is used; one that does not come out right is dropped.
 */
export interface NonceTemplate {
  /** The page, compressed or not, with this nonce. Null when the page could not be compressed in this way. */
  withNonce(nonce: string, encoding: Encoding): Buffer<ArrayBuffer> | null;
  /** How much memory it takes, in bytes. */
  size: number;
}

export type Encoding = "br" | "gzip" | "identity";

/** One page in some hundreds happens to share a few letters with the random text that stood in for a nonce. */
const ATTEMPTS = 4;
/** How many bytes after a nonce are stored with it. */
const CONTEXT = 2;
/** Light enough to do for a page that one visitor sees, and 4/5 of the way to the best. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Makes the template of a page that was rendered with `nonce`. */
export async function nonceTemplate(page: string, nonce: string): Promise<NonceTemplate> {
  const pieces = page.split(nonce).map((piece) => Buffer.from(piece));
  const [br, gzip] = await Promise.all([checked(pieces, brotliParts), checked(pieces, gzipParts)]);
  const forms: Record<Encoding, Form | null> = { br, gzip, identity: formOf(pieces) };
  return {
    size: Object.values(forms).reduce((total, form) => total + (form?.bytes.length ?? 0), 0),
    withNonce(own, encoding) {
      const form = forms[encoding];
      if (!form) return null;
      const body = fill(form, own);
      if (encoding === "gzip") writeTrailer(body, pieces, own);
      return body;
    },
  };
}

/** Bytes with room for nonces. */
interface Form {
  bytes: Buffer<ArrayBuffer>;
  /** Where the nonces begin. */
  places: number[];
}

const NONCE_LENGTH = newNonce().length;

function formOf(parts: Buffer[]): Form {
  const room = Buffer.alloc(NONCE_LENGTH);
  const places: number[] = [];
  let length = 0;
  for (const part of parts.slice(0, -1)) {
    length += part.length;
    places.push(length);
    length += NONCE_LENGTH;
  }
  return { bytes: Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [room, part]))), places };
}

function fill({ bytes, places }: Form, nonce: string): Buffer<ArrayBuffer> {
  const body = Buffer.from(bytes);
  for (const place of places) body.write(nonce, place, NONCE_LENGTH, "latin1");
  return body;
}

/** Compresses, and opens the outcome again with another nonce than the compressor saw. Null when that fails. */
async function checked(pieces: Buffer[], compress: (pieces: Buffer[]) => Promise<Buffer[]>): Promise<Form | null> {
  // A page whose end follows a nonce at once would leave no room for the bytes stored with it.
  if (pieces.slice(1).some((piece) => piece.length < CONTEXT)) return null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const form = await opensRight(formOf(await compress(pieces)), pieces, compress === gzipParts);
    if (form) return form;
  }
  return null;
}

async function opensRight(form: Form, pieces: Buffer[], isGzip: boolean): Promise<Form | null> {
  const nonce = newNonce();
  const body = fill(form, nonce);
  try {
    if (isGzip) writeTrailer(body, pieces, nonce);
    const opened = await promisify(isGzip ? gunzip : brotliDecompress)(body);
    return opened.equals(fill(formOf(pieces), nonce)) ? form : null;
  } catch {
    return null;
  }
}

async function brotliParts(pieces: Buffer[]): Promise<Buffer[]> {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: pieces.reduce((total, piece) => total + piece.length, 0),
    },
  });
  const length = NONCE_LENGTH + CONTEXT;
  // Not the last block; a length in 16 bits, less one; stored as it is; filled up to whole bytes.
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return compressedParts(stream, constants.BROTLI_OPERATION_FLUSH, header, pieces);
}

async function gzipParts(pieces: Buffer[]): Promise<Buffer[]> {
  const length = NONCE_LENGTH + CONTEXT;
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  const stream = createDeflateRaw({ level: GZIP_LEVEL });
  const parts = await compressedParts(stream, constants.Z_SYNC_FLUSH, header, pieces);
  const [first = Buffer.alloc(0)] = parts;
  parts[0] = Buffer.concat([GZIP_HEADER, first]);
  // Room for the checksum and the length, which depend on the nonce.
  parts.push(Buffer.concat([parts.pop() ?? Buffer.alloc(0), Buffer.alloc(8)]));
  return parts;
}

/** What stands between the nonces: compressed pieces, the headers of the stored blocks and the two bytes that follow. */
async function compressedParts(
  stream: ReturnType<typeof createBrotliCompress> | ReturnType<typeof createDeflateRaw>,
  flush: number,
  header: Buffer,
  pieces: Buffer[],
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const flushed = () =>
    new Promise<Buffer>((resolve) => stream.flush(flush, () => resolve(Buffer.concat(chunks.splice(0)))));

  const parts: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const before = index === 0 ? Buffer.alloc(0) : piece.subarray(0, CONTEXT);
    if (index > 0) {
      // The compressor goes on as if it had written the block; what it wrote in its place is thrown away.
      stream.write(Buffer.concat([Buffer.from(newNonce()), before]));
      await flushed();
    }
    const rest = piece.subarray(before.length);
    const isLast = index === pieces.length - 1;
    if (isLast) {
      const ended = new Promise((resolve) => {
        stream.once("end", resolve);
      });
      stream.end(rest);
      await ended;
      parts.push(Buffer.concat([before, ...chunks]));
    } else {
      stream.write(rest);
      parts.push(Buffer.concat([before, await flushed(), header]));
    }
  }
  return parts;
}

function writeTrailer(body: Buffer, pieces: Buffer[], nonce: string): void {
  let checksum = 0;
  let length = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      checksum = crc32(nonce, checksum);
      length += NONCE_LENGTH;
    }
    checksum = crc32(piece, checksum);
    length += piece.length;
  }
  body.writeUInt32LE(checksum, body.length - 8);
  body.writeUInt32LE(length, body.length - 4);
}
