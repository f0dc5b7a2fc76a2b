import type { Database } from "~/data/database";
import { findHome, homeReviews, placeNames, type ReviewsOfHome } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { reviewInContext } from "~/data/reviews";
import { cityHomesPath, type Home, homeIdOf, homePath, localityHomesPath } from "~/domain/home";
import { photoCount } from "~/domain/home-figures";
import { type HomeQuery, homeQueryString, parseHomeQuery, WITH_PHOTOS } from "~/domain/home-query";
import type { Review } from "~/domain/review";
import { redirectToCanonical } from "./load-places";
import { NO_HOMES, throwNoHome, type WayOn } from "./no-homes";

/** What the page of a home shows. */
export interface HomeView extends ReviewsOfHome {
  home: Home;
  query: HomeQuery;
  /** Whether these are not the first. */
  isLaterPage: boolean;
  /** The review that the address names, null when this home has none such; left out where it names none. */
  linked?: { id: string; review: Review | null };
  /** The newest reviews with photos, on the plain page. */
  withPhotos: Review[];
}

interface HomeParams {
  city: string;
  locality: string;
  home: string;
}

/**
 * The home that an address names, with a page of its reviews. Throws the way to the home's own address where the words are
 * others, and 404 with the ways on where nothing is left. (spec 10)
 */
export function loadHome(url: URL, params: HomeParams, backend: PageBackend): Promise<HomeView | typeof NO_HOMES> {
  return backend.read((database) => homeFrom(database, url, params), NO_HOMES);
}

async function homeFrom(database: Database, url: URL, params: HomeParams): Promise<HomeView> {
  const shortId = homeIdOf(params.home);
  const home = shortId === null ? null : await findHome(database, shortId);
  if (!home) return throwNoHome(await waysFrom(database, params));
  redirectToCanonical(url, homePath(home));

  // What is read of the address stands in the `handle` of the route.
  const query = parseHomeQuery(url.searchParams);
  const after = url.searchParams.get("after") || null;
  const linkedId = url.searchParams.get("review") || null;
  const [page, linked] = await Promise.all([
    homeReviews(database, home.propertyId, query, after),
    linkedId === null ? null : linkedReview(database, home, linkedId),
  ]);
  const isPlain = homeQueryString(query) === "" && after === null;
  return {
    ...{ home, query, ...page, isLaterPage: after !== null },
    ...(linkedId !== null && { linked: { id: linkedId, review: linked } }),
    withPhotos: isPlain ? await newestWithPhotos(database, home, page.reviews) : [],
  };
}

async function linkedReview(database: Database, home: Home, id: string): Promise<Review | null> {
  const [review] = (await reviewInContext(database, id))?.reviews ?? [];
  return review?.propertyId === home.propertyId ? review : null;
}

/** Asks only for what the first page of reviews does not show already. */
async function newestWithPhotos(database: Database, home: Home, newest: Review[]): Promise<Review[]> {
  const shown = newest.filter(({ proofUrls }) => proofUrls.length > 0);
  if (shown.length > 0 || photoCount(home.figures) === 0) return shown;
  return (await homeReviews(database, home.propertyId, WITH_PHOTOS, null)).reviews;
}

/** Returns links to the locality and the city of a URL, if they have homes. Crawlers ask for many such URLs: it reads names alone. */
async function waysFrom(database: Database, params: HomeParams): Promise<WayOn[]> {
  const place = await placeNames(database, params.city, params.locality);
  if (!place) return [];
  const { city, locality } = place;
  const toCity = { label: `Homes in ${city}`, path: cityHomesPath(city) };
  return locality ? [{ label: `Homes in ${locality}`, path: localityHomesPath(city, locality) }, toCity] : [toCity];
}
