import { data, redirect } from "react-router";

/** What a loader answers in place of homes where browsers keep the reviews: the server has none of them. (spec 1) */
export const NO_HOMES = "no-homes";

/** The way on from an address at which there is no home. */
export interface WayOn {
  label: string;
  path: string;
}

/** Throws the answer 404 with the ways on. */
export function throwNoHome(ways: WayOn[]): never {
  throw data({ ways }, { status: 404 });
}

/** The ways on that a thrown answer names; null for any other. */
export function waysOn(error: unknown): WayOn[] | null {
  const { status, data: body } = (error ?? {}) as { status?: unknown; data?: unknown };
  if (status !== 404 || typeof body !== "object" || body === null || !("ways" in body)) return null;
  return body.ways as WayOn[];
}

/** Throws the way to `path` where the address spells it differently: in capitals, by another name, by old words. (spec 10) */
export function redirectToCanonical(url: URL, path: string): void {
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
}
