import { redirect } from "react-router";
import { type CityCount, type CityHomes, homeCities, homesOfCity, homesOfLocality, placeNames } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { listedCity } from "~/domain/cities";
import { cityHomesPath, placePath } from "~/domain/home";
import { writePath } from "~/domain/write-path";
import { parsePlaceQuery, type PlaceQuery } from "~/domain/place-query";
import { NO_HOMES, throwNoHome } from "./no-homes";

/** A page of the homes of a city, or of one of its localities, and whether it is not the first. */
export interface PlaceView extends CityHomes {
  /** Null for the whole city; else it has no localities of its own. */
  locality: string | null;
  query: PlaceQuery;
  isLaterPage: boolean;
}

/** The cities that have homes. (spec 10) */
export function loadCities(backend: PageBackend): Promise<CityCount[] | typeof NO_HOMES> {
  return backend.read(homeCities, NO_HOMES);
}

/**
 * The city, or the locality of it, that an address names by any of its names. Throws the way to its own address, or 404 with the way to
 * the city of an unknown locality. What is read of addresses stands in the `handle` of their route. (spec 10)
 */
export function loadPlace(
  url: URL,
  params: { city: string; locality?: string | undefined },
  backend: PageBackend,
): Promise<PlaceView | typeof NO_HOMES> {
  return backend.read(async (database) => {
    const after = url.searchParams.get("after") || null;
    const query = parsePlaceQuery(url.searchParams);
    const homes =
      params.locality === undefined
        ? await homesOfCity(database, params.city, query, after)
        : await homesOfLocality(database, params.city, params.locality, query, after);
    if (!homes) {
      const city = params.locality !== undefined && (await placeNames(database, params.city, params.locality))?.city;
      const known = city || listedCity(params.city);
      return throwNoHome([
        ...(city ? [{ label: `Homes in ${city}`, path: cityHomesPath(city) }] : []),
        ...(known ? [{ label: `Write about a home in ${known}`, path: writePath({ city: known }) }] : []),
      ]);
    }
    const view = { locality: null, localities: [], ...homes, query, isLaterPage: after !== null };
    redirectToCanonical(url, placePath(view));
    return view;
  }, NO_HOMES);
}

/** Throws the way to `path` where the address spells it differently: in capitals, by another name, by old words. (spec 10) */
export function redirectToCanonical(url: URL, path: string): void {
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
}
