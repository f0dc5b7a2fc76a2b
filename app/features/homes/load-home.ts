import type { Database } from "~/data/database";
import { findHome, homeReviews, placeNames, type ReviewsOfHome, uncountedReviews } from "~/data/homes";
import type { PageBackend } from "~/data/page-backend";
import { type HomePhoto, homePhotos, reviewInContext } from "~/data/reviews";
import { comparedIds } from "~/domain/compare-homes";
import { cityHomesPath, type Home, homeIdOf, homePath, localityHomesPath } from "~/domain/home";
import { photoCount } from "~/domain/home-figures";
import { type HomeQuery, homeQueryString, parseHomeQuery, WITH_PHOTOS } from "~/domain/home-query";
import type { Review, UncountedReview } from "~/domain/review";
import { aboutHome } from "./describe-home";
import { redirectToCanonical } from "./load-places";
import { type Suggestion, throwNoHome } from "./homes-error";

export interface HomeView extends ReviewsOfHome {
  home: Home;
  /** What search engines and link previews read: written here, so that no browser downloads the sentences. */
  about: ReturnType<typeof aboutHome>;
  query: HomeQuery;
  /** Whether this is not the first page. */
  isLaterPage: boolean;
  /**
   * The review that the URL names: null if this home has no such review, absent if it is one of `uncounted`. Absent if the URL names no
   * review.
   */
  linked?: { id: string; review?: Review | null };
  /** The reviews that are not counted; empty for later pages. */
  uncounted: UncountedReview[];
  /** The newest photos; empty for later pages. */
  photos: HomePhoto[];
}

/** Fills a grid of three columns. */
const MAX_PHOTOS = 6;

interface HomeParams {
  city: string;
  locality: string;
  home: string;
}

/**
 * Loads the home that a URL names, with a page of its reviews; null on a site without a database. Redirects to the canonical URL if
 * the slug differs, and throws a 404 with suggestions if the home has no review. (spec 10)
 */
export function loadHome(url: URL, params: HomeParams, backend: PageBackend): Promise<HomeView | null> {
  return backend.read((database) => homeFrom(database, url, params));
}

async function homeFrom(database: Database, url: URL, params: HomeParams): Promise<HomeView> {
  const shortId = homeIdOf(params.home);
  const home = shortId === null ? null : await findHome(database, shortId);
  if (!home) return throwNoHome(await suggestionsFor(database, params));
  redirectToCanonical(url, homePath(home));

  // The route's `handle` lists these query parameters.
  const query = parseHomeQuery(url.searchParams);
  const after = url.searchParams.get("after") || null;
  const linkedId = url.searchParams.get("review") || null;
  const isFirst = after === null;
  const [page, linked, uncounted] = await Promise.all([
    homeReviews(database, home.propertyId, query, after),
    linkedId === null ? null : linkedReview(database, home, linkedId),
    home.bursts.uncountedCount > 0 && isFirst ? uncountedReviews(database, home.propertyId) : [],
  ]);
  const isPlain = homeQueryString(query) === "" && isFirst;
  return {
    ...{ home, about: aboutHome(home), query, ...page, uncounted, isLaterPage: !isFirst },
    ...(linkedId !== null && {
      linked: { id: linkedId, ...(!uncounted.some(({ id }) => id === linkedId) && { review: linked }) },
    }),
    photos: isFirst
      ? homePhotos(await newestWithPhotos(database, home, isPlain ? page.reviews : []), database, MAX_PHOTOS)
      : [],
  };
}

async function linkedReview(database: Database, home: Home, id: string): Promise<Review | null> {
  const [review] = (await reviewInContext(database, id))?.reviews ?? [];
  return review?.propertyId === home.propertyId ? review : null;
}

/** Returns the newest reviews with photos. Queries the database only if `newest` has neither all of them nor enough photos. */
async function newestWithPhotos(database: Database, home: Home, newest: Review[]): Promise<Review[]> {
  const shown = newest.filter(({ proofUrls }) => proofUrls.length > 0);
  const photos = shown.reduce((sum, { proofUrls }) => sum + proofUrls.length, 0);
  if (photos >= MAX_PHOTOS || shown.length >= photoCount(home.figures)) return shown;
  return (await homeReviews(database, home.propertyId, WITH_PHOTOS, null)).reviews;
}

/** Returns links to the locality and the city of a URL, if they have homes. Reads only names, because crawlers request many such URLs. */
async function suggestionsFor(database: Database, params: HomeParams): Promise<Suggestion[]> {
  const place = await placeNames(database, params.city, params.locality);
  if (!place) return [];
  const { city, locality } = place;
  const toCity = { label: `Homes in ${city}`, path: cityHomesPath(city) };
  return locality ? [{ label: `Homes in ${locality}`, path: localityHomesPath(city, locality) }, toCity] : [toCity];
}

/** The homes to compare, in the order of the URL. */
export interface CompareView {
  homes: Home[];
  /** The number of homes in the URL that have no review. */
  missing: number;
}

/** Loads up to four homes that a URL names by the first digits of their ids; null on a site without a database. (spec 10) */
export function loadCompare(url: URL, backend: PageBackend): Promise<CompareView | null> {
  return backend.read(async (database) => {
    const ids = comparedIds(url.searchParams);
    const found = (await Promise.all(ids.map((id) => findHome(database, id)))).filter((home) => home !== null);
    // Two ids lead to one home if one was merged into the other.
    const homes = [...new Map(found.map((home) => [home.propertyId, home])).values()];
    return { homes, missing: ids.length - found.length };
  });
}
