import { isKeyOf } from "./enumerations";

/** The keys stand in addresses and are understood by home_reviews in the database. */
export const HOME_SORTS = {
  newest: "Newest",
  highest: "Highest",
  lowest: "Lowest",
} as const;
type HomeSort = keyof typeof HOME_SORTS;

/** Which of a home's reviews a visitor wants to read. */
export interface HomeQuery {
  sort: HomeSort;
  /** 1 to 5; null for all. */
  stars: number | null;
  /** A review is verified exactly when it has photos. */
  withPhotos: boolean;
}

/** A page of more would take longer to render than one of the list. */
export const REVIEWS_PER_HOME_PAGE = 10;

/** The newest of those with photos. */
export const WITH_PHOTOS: HomeQuery = { sort: "newest", stars: null, withPhotos: true };

/**
 * Reads ?sort=, ?stars= and ?photos=. Never fails: what makes no sense counts as not given.
 * What it reads stands in the `handle` of its route.
 */
export function parseHomeQuery(searchParams: URLSearchParams): HomeQuery {
  const sort = searchParams.get("sort");
  const stars = searchParams.get("stars") ?? "";
  return {
    sort: isKeyOf(HOME_SORTS, sort) ? sort : "newest",
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    withPhotos: searchParams.get("photos") === "1",
  };
}

/**
 * The query as the end of an address, "?sort=…&stars=…&photos=1", or "" when it asks for everything in the usual order.
 * `extra` parameters follow; empty ones are left out, as are defaults. The inverse of parseHomeQuery.
 */
export function homeQueryString(query: HomeQuery, extra: Record<string, string | null | undefined> = {}): string {
  const { sort, stars, withPhotos } = query;
  const asked = { sort: sort !== "newest" && sort, stars, photos: withPhotos && "1", ...extra };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) params.set(name, String(value));
  return params.size === 0 ? "" : `?${params}`;
}
