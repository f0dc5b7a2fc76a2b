import { z } from "zod";
import type { Database } from "./database";
import { propertyName, read, reviewRow, toPropertyName, toReview } from "./reviews";
import type { Home, HomeSummary, LocalityCount } from "~/domain/home";
import { type HomeQuery, REVIEWS_PER_HOME_PAGE } from "~/domain/home-query";
import type { PropertyName } from "~/domain/property-group";
import type { Review } from "~/domain/review";

// Only loaders import this file, so that zod stays on the server.

export interface CityHomes {
  city: string;
  homeCount: number;
  /** Most homes first. */
  localities: LocalityCount[];
  /** By latest review. */
  homes: HomeSummary[];
  /** The cursor of those that follow, null when there are no more. */
  next: string | null;
}

export interface LocalityHomes extends Omit<CityHomes, "localities"> {
  locality: string;
}

/** A home as a sitemap lists it. */
export interface HomeAddress extends PropertyName {
  lastReviewOn: string;
}

const count = z.int().nonnegative();
const cityRow = z.object({ city: z.string(), home_count: count });
const localityRow = z.object({ locality: z.string(), home_count: count });
const scoredRow = propertyName.extend({ count, rating_total: count });
const summaryRow = scoredRow.extend({
  last_review_on: z.iso.date(),
  recommend_yes: count,
  recommend_no: count,
  excerpt: z.string(),
});
const summaryPage = { city: z.string(), home_count: count, homes: z.array(summaryRow), next: z.string().nullable() };

const homeAnswer = scoredRow.extend({ figures: z.record(z.string(), count), nearby: z.array(summaryRow) }).nullable();
const reviewPage = z.object({ reviews: z.array(reviewRow), next: z.string().nullable(), matching_count: count });
const cityAnswer = z.object({ ...summaryPage, localities: z.array(localityRow) }).nullable();
const localityAnswer = z.object({ ...summaryPage, locality: z.string() }).nullable();
const addressRow = propertyName.extend({ last_review_on: z.iso.date() });

/**
 * A home by the first eight hexadecimal digits of its id, or of one that was merged into it. Null when it does not exist or
 * has no visible review. Throws a DatabaseFailure when it cannot be read. (spec 10)
 */
export async function findHome(database: Database, shortId: string): Promise<Home | null> {
  const row = await read(database, homeAnswer, "home", { short_id: shortId });
  return (
    row && {
      ...toPropertyName(row),
      count: row.count,
      totalRating: row.rating_total,
      figures: row.figures,
      nearby: row.nearby.map(toSummary),
    }
  );
}

/**
 * A page of a home's reviews from the cursor `after` on (null: from the start), and how many match in all. Throws a
 * DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 10)
 */
export async function homeReviews(
  database: Database,
  propertyId: string,
  query: HomeQuery,
  after: string | null,
): Promise<{ reviews: Review[]; next: string | null; matchingCount: number }> {
  const page = await read(database, reviewPage, "home_reviews", {
    property_id: propertyId,
    sort: query.sort,
    stars: query.stars,
    with_photos: query.withPhotos,
    after,
    page_size: REVIEWS_PER_HOME_PAGE,
  });
  const reviews = page.reviews.map((row) => toReview(row, database));
  return { reviews, next: page.next, matchingCount: page.matching_count };
}

/**
 * The localities of a city and a page of its homes. The city is given as in an address, by any of its names; null when it has
 * no home. Throws a DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 10)
 */
export async function homesOfCity(database: Database, city: string, after: string | null): Promise<CityHomes | null> {
  const row = await read(database, cityAnswer, "homes_of_city", { city, after });
  return (
    row && {
      city: row.city,
      homeCount: row.home_count,
      localities: row.localities.map(({ locality, home_count }) => ({ locality, homeCount: home_count })),
      homes: row.homes.map(toSummary),
      next: row.next,
    }
  );
}

/**
 * A page of the homes of a locality. City and locality are given as in an address; null when it has no home. Throws a
 * DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 10)
 */
export async function homesOfLocality(
  database: Database,
  city: string,
  locality: string,
  after: string | null,
): Promise<LocalityHomes | null> {
  const row = await read(database, localityAnswer, "homes_of_locality", { city, locality, after });
  return (
    row && {
      city: row.city,
      locality: row.locality,
      homeCount: row.home_count,
      homes: row.homes.map(toSummary),
      next: row.next,
    }
  );
}

/** The cities that have homes, most homes first. Throws a DatabaseFailure when they cannot be read. (spec 10) */
export async function homeCities(database: Database): Promise<{ city: string; homeCount: number }[]> {
  const rows = await read(database, z.array(cityRow), "home_cities");
  return rows.map(({ city, home_count }) => ({ city, homeCount: home_count }));
}

/**
 * The homes whose id begins with these up to four hexadecimal digits: `addressPrefixes` says how many it takes for the number
 * of homes. Throws a DatabaseFailure when they cannot be read. (spec 10)
 */
export async function homeAddresses(database: Database, prefix: string): Promise<HomeAddress[]> {
  const rows = await read(database, z.array(addressRow), "home_addresses", { prefix });
  return rows.map((row) => ({ ...toPropertyName(row), lastReviewOn: row.last_review_on }));
}

function toSummary(row: z.infer<typeof summaryRow>): HomeSummary {
  return {
    ...toPropertyName(row),
    count: row.count,
    totalRating: row.rating_total,
    lastReviewOn: row.last_review_on,
    recommend: { yes: row.recommend_yes, no: row.recommend_no },
    excerpt: row.excerpt,
  };
}
