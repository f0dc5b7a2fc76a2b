/** The characters that a messaging app appends to a link: a full stop, a bracket, a quote, a blank. */
const GLUED = /[^\p{L}\p{N}\p{M}/][^\p{L}\p{N}\p{M}]*$/u;

/**
 * Returns the path and query of a URL without what a messaging app appended; null if it appended nothing or if no path is left. (spec 11)
 */
export function cleanAddress({ pathname, search }: URL): string | null {
  const path = decodeURIComponent(pathname);
  const clean = path.replace(GLUED, "").replace(/^[/\\]+/, "");
  if (clean === "" || !GLUED.test(path)) return null;
  return `/${clean.split("/").map(encodeURIComponent).join("/")}${search}`;
}
