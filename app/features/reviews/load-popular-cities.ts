import type { Database } from "~/data/database";
import { homeCities } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";

const POPULAR_CITY_COUNT = 8;

export type PopularCities = { city: string; homeCount: number }[] | "failed";

/**
 * The cities with the most homes, for Home; none where browsers keep the reviews. A failure is returned, not thrown: the page is
 * more than them.
 */
export function loadPopularCities(backend: PageBackend): Promise<PopularCities> {
  return backend.read(mostHomes, []);
}

async function mostHomes(database: Database): Promise<PopularCities> {
  try {
    return (await homeCities(database)).slice(0, POPULAR_CITY_COUNT);
  } catch (error) {
    console.error(`The cities could not be read: ${error instanceof Error ? error.message : "unknown"}`);
    return "failed";
  }
}
