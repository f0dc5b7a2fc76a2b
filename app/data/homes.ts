import { z } from "zod";
import type { Database } from "./database";
import { propertyName, read, review, withPhotoUrls } from "./reviews";
import type { Home, HomeFigures, HomeSummary, LocalityCount } from "~/domain/home";
import { depositBack, mainFacts, recommendCounts, type Share } from "~/domain/home-figures";
import { type HomeQuery, REVIEWS_PER_HOME_PAGE } from "~/domain/home-query";
import { ALL_HOMES, type PlaceQuery, wantedTraits } from "~/domain/place-query";
import type { PropertyName } from "~/domain/property-group";
import type { Review, UncountedReview } from "~/domain/review";

// Only loaders import this file, so zod stays on the server.

export interface CityHomes {
  city: string;
  homeCount: number;
  /** Ordered by number of homes, largest first. */
  localities: LocalityCount[];
  /** In the order of the query's `sort`. */
  homes: HomeSummary[];
  /** The cursor of the next page; null for the last. */
  next: string | null;
  /** Number of homes by trait, such as "kind:pg", as of the last refresh; empty before it and for a place with one home. */
  traits: Readonly<Record<string, number>>;
  /** The number of homes that match the filters; null without filters, on later pages, and if the database did not read all homes. */
  matchingCount: number | null;
  /** By filter: how many more homes would match without this one filter. */
  missing: Readonly<Record<string, number>>;
  /** Null on later pages, and until a refresh finds two homes or ten answers to a question. */
  figures: PlaceFigures | null;
}

/** The figures of a place as of its last refresh, for questions with at least ten answers. */
export interface PlaceFigures {
  all: HomeFigures;
  /** `pg` and `flat` count only homes of that kind. */
  pg: HomeFigures;
  flat: HomeFigures;
  /** YYYY-MM-DD */
  refreshedOn: string;
}

export interface CityCount {
  city: string;
  homeCount: number;
  /** Whether the city has too few reviews to be indexed: see `isThin` in domain/home.ts. */
  isThin: boolean;
}

/** A city in a list. Reviews and deposits are as of the last refresh. */
export interface CitySummary extends CityCount {
  /** The number of its reviews; 0 before the first refresh. */
  count: number;
  totalRating: number;
  /** Null for fewer than ten answers. */
  depositBack: Share | null;
}

export interface LocalityHomes extends Omit<CityHomes, "localities"> {
  locality: string;
}

/** A home in a sitemap. */
export interface HomeAddress extends PropertyName {
  /** The number of its reviews. */
  count: number;
  lastReviewOn: string;
}

const count = z.int().nonnegative();
const scored = propertyName.extend({ count, totalRating: count });
const newest = { lastReviewOn: z.iso.date(), excerpt: z.string() };
const figures = z.record(z.string(), count);
/** The part of the figures that lists show. With all of them a page would be twice as large. */
const summary = scored.extend({ ...newest, figures }).transform(({ figures: all, ...home }) => ({
  ...home,
  recommend: recommendCounts(all),
  facts: mainFacts(all),
}));
const placeFigures = z.object({
  all: figures,
  pg: figures,
  flat: figures,
  refreshedOn: z.iso.date(),
});
const summaryPage = {
  ...{ city: z.string(), homeCount: count, homes: z.array(summary), next: z.string().nullable() },
  ...{ figures: placeFigures.nullable(), traits: figures, matchingCount: count.nullable(), missing: figures },
};

const bursts = z.object({ isChecked: z.boolean(), uncountedCount: count });
const homeAnswer = scored
  .extend({ ...newest, figures, isCityAccepted: z.boolean(), bursts, nearby: z.array(summary) })
  .nullable();
const reviewPage = z.object({
  reviews: z.array(review),
  next: z.string().nullable(),
  matchingCount: count,
  topicWords: z.array(z.string()).nullable(),
});
const localities = z.array(z.object({ locality: z.string(), homeCount: count }));
const cityAnswer = z.object({ ...summaryPage, localities }).nullable();
const localityAnswer = z.object({ ...summaryPage, locality: z.string() }).nullable();
const cityCount = z.object({ city: z.string(), homeCount: count, isThin: z.boolean() });
const citySummary = cityCount
  .extend({ count, totalRating: count, figures })
  .transform(({ figures: deposits, ...city }) => ({ ...city, depositBack: depositBack(deposits) }));
const placeAnswer = z.object({ city: z.string(), locality: z.string().nullable() }).nullable();
const addressList = z.array(propertyName.extend({ count, lastReviewOn: z.iso.date() }));

/**
 * Returns a home by its short id, or the home that it was merged into; null if it does not exist or has no visible review. Throws a
 * DatabaseFailure. (spec 10)
 */
export function findHome(database: Database, shortId: string): Promise<Home | null> {
  return read(database, homeAnswer, "home", { short_id: shortId });
}

const uncounted = review.extend({ because: z.object({ reason: z.string(), clause: z.string() }) });

/** Returns the newest visible reviews of a home that are not counted, at most 60. Throws a DatabaseFailure. (spec 10) */
export async function uncountedReviews(database: Database, propertyId: string): Promise<UncountedReview[]> {
  const reviews = await read(database, z.array(uncounted), "uncounted_reviews", { property_id: propertyId });
  return withPhotoUrls(reviews, database);
}

/** A page of a home's reviews. */
export interface ReviewsOfHome {
  reviews: Review[];
  /** The cursor of the next page; null for the last. */
  next: string | null;
  matchingCount: number;
  /** The word starts of the topic, for markedParts; null without a topic. */
  topicWords: string[] | null;
}

/**
 * Returns a page of a home's reviews after the cursor `after` (null: the first page), and the number of matches. Throws a DatabaseFailure,
 * with status 400 for an unknown cursor. (spec 10)
 */
export async function homeReviews(
  database: Database,
  propertyId: string,
  query: HomeQuery,
  after: string | null,
): Promise<ReviewsOfHome> {
  const page = await read(database, reviewPage, "home_reviews", {
    property_id: propertyId,
    sort: query.sort,
    stars: query.stars,
    with_photos: query.withPhotos,
    answers: query.answers,
    move_in_year: query.year,
    topic: query.topic,
    after,
    page_size: REVIEWS_PER_HOME_PAGE,
  });
  return { ...page, reviews: withPhotoUrls(page.reviews, database) };
}

/**
 * Returns the localities of a city and a page of its homes. `city` is a slug of any of its names. Returns null if it has no home. Throws a
 * DatabaseFailure, with status 400 for an unknown cursor. (spec 10)
 */
export function homesOfCity(
  database: Database,
  city: string,
  query: PlaceQuery = ALL_HOMES,
  after: string | null = null,
): Promise<CityHomes | null> {
  return read(database, cityAnswer, "homes_of_city", { city, ...asked(query, after) });
}

/**
 * Returns a page of the homes of a locality, given by slugs; null if it has no home. Throws a DatabaseFailure, with status 400 for an
 * unknown cursor. (spec 10)
 */
export function homesOfLocality(
  database: Database,
  city: string,
  locality: string,
  query: PlaceQuery = ALL_HOMES,
  after: string | null = null,
): Promise<LocalityHomes | null> {
  return read(database, localityAnswer, "homes_of_locality", { city, locality, ...asked(query, after) });
}

function asked(query: PlaceQuery, after: string | null) {
  return { after, sort: query.sort, filters: wantedTraits(query) };
}

/** Returns the names of a city and a locality, given by slug; null for a place without homes. Throws a DatabaseFailure. (spec 10) */
export async function placeNames(
  database: Database,
  city: string,
  locality: string,
): Promise<z.infer<typeof placeAnswer>> {
  return read(database, placeAnswer, "place_names", { city, locality });
}

/** Returns the cities that have homes, most homes first. Throws a DatabaseFailure. (spec 10) */
export function homeCities(database: Database): Promise<CityCount[]> {
  return read(database, z.array(cityCount), "home_cities");
}

/** Returns the same cities with their scores and deposits. Throws a DatabaseFailure. (spec 10) */
export function citySummaries(database: Database): Promise<CitySummary[]> {
  return read(database, z.array(citySummary), "home_cities");
}

/**
 * Returns the homes whose id starts with this prefix of up to four hexadecimal digits (see `addressPrefixes`). Throws a DatabaseFailure.
 * (spec 10)
 */
export function homeAddresses(database: Database, prefix: string): Promise<HomeAddress[]> {
  return read(database, addressList, "home_addresses", { prefix });
}
