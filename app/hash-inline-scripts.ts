import { createHash } from "node:crypto";

/** How a Content-Security-Policy names this script. */
export function scriptSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/**
 * Takes the nonce off the elements that were rendered with it, and names the inline scripts among them by their hashes, as a
 * Content-Security-Policy does. The nonce is another one in each rendering, so a script that got into the page by way of
 * its contents is not among them. (docs/decisions/0006)
 */
export function hashInlineScripts(page: string, nonce: string): { page: string; sources: string[] } {
  const [first = "", ...rest] = page.split(` nonce="${nonce}"`);
  const sources = new Set<string>();
  let before = first;
  for (const after of rest) {
    if (before.startsWith("<script", before.lastIndexOf("<")))
      sources.add(scriptSource(after.slice(after.indexOf(">") + 1, after.indexOf("</script>"))));
    before = after;
  }
  return { page: first + rest.join(""), sources: [...sources] };
}
