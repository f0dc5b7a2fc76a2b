import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

// Creates app/fonts/anek-latin-basic.woff2, which is committed: half the bytes of the whole font, with the characters of nearly
// all headings. Must match `unicode-range` in app/app.css.

export const BASIC_CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))}–—‘’“”…`;
export const BASIC_FONT = fileURLToPath(new URL("../app/fonts/anek-latin-basic.woff2", import.meta.url));

export async function basicFont(): Promise<Buffer> {
  const whole = fileURLToPath(import.meta.resolve("@fontsource/anek-latin/files/anek-latin-latin-700-normal.woff2"));
  return subsetFont(await fs.readFile(whole), BASIC_CHARACTERS, { targetFormat: "woff2", noLayoutClosure: true });
}

if (import.meta.main) await fs.writeFile(BASIC_FONT, await basicFont());
