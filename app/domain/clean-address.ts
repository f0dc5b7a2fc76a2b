/** What a message glues to an address behind its last letter or digit: a full stop, a bracket, a quote, a blank. */
const GLUED = /[^\p{L}\p{N}\p{M}/][^\p{L}\p{N}\p{M}]*$/u;

/** The path and query of an address without what a message glued to its path; null where nothing was. (spec 11) */
export function cleanAddress({ pathname, search }: URL): string | null {
  const path = decodeURIComponent(pathname);
  const clean = path.replace(GLUED, "").replace(/^[/\\]+/, "");
  if (clean === "" || !GLUED.test(path)) return null;
  return `/${clean.split("/").map(encodeURIComponent).join("/")}${search}`;
}
