import { promisify } from "node:util";
import zlib, { constants } from "node:zlib";
import pLimit from "p-limit";
import type { Encoding } from "./stored-response.ts";

/** Cheap enough for a page that one visitor sees, and 4/5 as good as the best level. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Pages up to this many bytes get a window of 64 KB: the same size for a fifth to a third less CPU time. Larger ones would grow. */
const SMALL_WINDOW_UP_TO = 90_000;
/** Concurrent compressions: each takes 2 MB, and more would also take longer. */
const compressing = pLimit(2);
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

export async function compressPage(
  page: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "identity") return page;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    ...(page.length <= SMALL_WINDOW_UP_TO && { [constants.BROTLI_PARAM_LGWIN]: 16 }),
  };
  const bytes = await compressing(() =>
    encoding === "br" ? brotli(page, { params }) : gzip(page, { level: GZIP_LEVEL }),
  );
  // Copy it: compressors return a slice of a larger buffer.
  return new Uint8Array(bytes);
}
