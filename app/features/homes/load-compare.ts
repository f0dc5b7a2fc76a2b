import { findHome } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { comparedIds } from "~/domain/compare-homes";
import type { Home } from "~/domain/home";
import { NO_HOMES } from "./no-homes";

/** The homes to compare, in the order of the address, and how many of those that it names have no review. */
export interface CompareView {
  homes: Home[];
  missing: number;
}

/** The homes that an address names by the first digits of their ids, at most four; one that was merged is its other. (spec 10) */
export function loadCompare(url: URL, backend: PageBackend): Promise<CompareView | typeof NO_HOMES> {
  return backend.read(async (database) => {
    const ids = comparedIds(url.searchParams);
    const found = (await Promise.all(ids.map((id) => findHome(database, id)))).filter((home) => home !== null);
    const homes = [...new Map(found.map((home) => [home.propertyId, home])).values()];
    return { homes, missing: ids.length - found.length };
  }, NO_HOMES);
}
