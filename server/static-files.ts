import fs from "node:fs";
import path from "node:path";
import { getMimeType } from "hono/utils/mime";
import { type Encoding, type StoredResponse, storeResponse } from "./stored-response.ts";

/** Written by scripts/compress-files.ts next to the file. */
const COMPRESSED = /\.(?:br|gz)$/;

export type StaticFile = Record<Encoding, StoredResponse>;

/** Reads the built files of a folder once, some 3 MB, by path. Missing encodings are the file itself. `addHeaders` adds the common headers. */
export function loadStaticFiles(folder: string, addHeaders: (headers: Headers) => void): Map<string, StaticFile> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name));
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const address = `/${path.relative(folder, file).split(path.sep).join("/")}`;
      const headers = new Headers(headersOf(address));
      addHeaders(headers);
      if (fs.existsSync(`${file}.br`)) headers.set("Vary", "Accept-Encoding");
      const contents = fs.readFileSync(file);
      const identity = storeResponse(headers, contents, "identity", contents);
      const encoded = (encoding: Encoding, suffix: string) =>
        fs.existsSync(file + suffix)
          ? storeResponse(headers, contents, encoding, fs.readFileSync(file + suffix))
          : identity;
      return [address, { br: encoded("br", ".br"), gzip: encoded("gzip", ".gz"), identity }];
    }),
  );
}

function headersOf(address: string): Record<string, string> {
  const type = { "Content-Type": getMimeType(address) ?? "application/octet-stream" };
  // Vite puts a hash of the content into names below /assets.
  if (address.startsWith("/assets/")) return { ...type, "Cache-Control": "public, max-age=31536000, immutable" };
  const daily = { ...type, "Cache-Control": "public, max-age=86400" };
  // The pictures for shared links.
  return address.startsWith("/og/") ? { ...daily, "Cross-Origin-Resource-Policy": "cross-origin" } : daily;
}
