import { createHash } from "node:crypto";

/** Returns the CSP source expression of a script. */
export function scriptSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/**
 * Removes the nonce from the elements of this rendering, and returns the CSP hashes of the inline scripts among them. Each
 * rendering has a new nonce, so an injected script is not among them. (docs/decisions/0006)
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
