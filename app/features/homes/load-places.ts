import { type CityHomes, homeCities, homesOfCity, homesOfLocality, type LocalityHomes } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { cityHomesPath, localityHomesPath } from "~/domain/home";
import { type NO_HOMES, throwNoHome } from "./no-home";
import { readHomes, redirectToCanonical } from "./read-homes";

export interface CityCount {
  city: string;
  homeCount: number;
}

/** A page of the homes of a city, and whether it is not the first. */
export type CityView = CityHomes & { isLaterPage: boolean };

/** A page of the homes of a locality, and whether it is not the first. */
export type LocalityView = LocalityHomes & { isLaterPage: boolean };

/** The cities that have homes. (spec 10) */
export function loadCities(backend: PageBackend): Promise<CityCount[] | typeof NO_HOMES> {
  return readHomes(backend, homeCities);
}

// What is read of addresses stands in the `handle` of their routes.

/** The city that an address names by any of its names. Throws the way to its own address, or 404. (spec 10) */
export function loadCity(url: URL, params: { city: string }, backend: PageBackend) {
  return readHomes(backend, async (database): Promise<CityView> => {
    const after = url.searchParams.get("after") || null;
    const homes = await homesOfCity(database, params.city, after);
    if (!homes) return throwNoHome([]);
    redirectToCanonical(url, cityHomesPath(homes.city));
    return { ...homes, isLaterPage: after !== null };
  });
}

/** The locality that an address names. Throws the way to its own address, or 404 with the way to its city. (spec 10) */
export function loadLocality(url: URL, params: { city: string; locality: string }, backend: PageBackend) {
  return readHomes(backend, async (database): Promise<LocalityView> => {
    const after = url.searchParams.get("after") || null;
    const homes = await homesOfLocality(database, params.city, params.locality, after);
    if (!homes) {
      const city = (await homesOfCity(database, params.city, null))?.city;
      return throwNoHome(city ? [{ label: `Homes in ${city}`, path: cityHomesPath(city) }] : []);
    }
    redirectToCanonical(url, localityHomesPath(homes.city, homes.locality));
    return { ...homes, isLaterPage: after !== null };
  });
}
