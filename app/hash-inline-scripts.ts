import { createHash } from "node:crypto";

const SCRIPT = Buffer.from("<script");

/** How a Content-Security-Policy names this script. */
export function scriptSource(code: string | Buffer): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/**
 * Takes the nonce off the elements that were rendered with it, and names the inline scripts among them by their hashes, as a
 * Content-Security-Policy does. The nonce is another one in each rendering, so a script that got into the page by way of
 * its contents is not among them. The page comes and goes as UTF-8. (docs/decisions/0037)
 */
export function hashInlineScripts(
  page: Buffer<ArrayBuffer>,
  nonce: string,
): { page: Buffer<ArrayBuffer>; sources: string[] } {
  const attribute = Buffer.from(` nonce="${nonce}"`);
  const pieces: Buffer<ArrayBuffer>[] = [];
  const sources = new Set<string>();
  let end = 0;
  for (let start = page.indexOf(attribute); start >= 0; start = page.indexOf(attribute, end)) {
    pieces.push(page.subarray(end, start));
    end = start + attribute.length;
    const tag = page.lastIndexOf("<", start);
    if (page.subarray(tag, tag + SCRIPT.length).equals(SCRIPT)) {
      const code = page.subarray(page.indexOf(">", end) + 1, page.indexOf("</script>", end));
      sources.add(scriptSource(code));
    }
  }
  return { page: Buffer.concat([...pieces, page.subarray(end)]), sources: [...sources] };
}
