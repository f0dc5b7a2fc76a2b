import { redirect } from "react-router";
import { type CityHomes, homesOfCity, homesOfLocality, placeNames } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { listedCity } from "~/domain/cities";
import { cityHomesPath, placePath } from "~/domain/home";
import { writePath } from "~/domain/write-path";
import { parsePlaceQuery, type PlaceQuery } from "~/domain/place-query";
import { throwNoHome } from "./homes-error";

/** A page of the homes of a city, or of one of its localities. */
export interface PlaceView extends CityHomes {
  /** Null for the whole city; otherwise `localities` is empty. */
  locality: string | null;
  query: PlaceQuery;
  /** Whether this is not the first page. */
  isLaterPage: boolean;
}

/**
 * Loads the city or locality that a URL names by any of its names; null on a site without a database. Redirects to the canonical URL,
 * and throws a 404 with suggestions if the place has no home. The route's `handle` lists the query parameters. (spec 10)
 */
export function loadPlace(
  url: URL,
  params: { city: string; locality?: string | undefined },
  backend: PageBackend,
): Promise<PlaceView | null> {
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
  });
}

/** Redirects to the canonical `path` if the URL spells it differently: in capitals, by another name, by a former name. (spec 10) */
export function redirectToCanonical(url: URL, path: string): void {
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path + url.search, 301);
}
