import { z } from "zod";
import type { Database } from "./database";
import { propertyName, read, review, withPhotoUrls } from "./reviews";
import type { Home, HomeFigures, HomeSummary, LocalityCount } from "~/domain/home";
import { mainFacts, recommendCounts } from "~/domain/home-figures";
import { type HomeQuery, REVIEWS_PER_HOME_PAGE } from "~/domain/home-query";
import { ALL_HOMES, type PlaceQuery, wantedTraits } from "~/domain/place-query";
import type { PropertyName } from "~/domain/property-group";
import type { Review } from "~/domain/review";

// Only loaders import this file, so that zod stays on the server.

export interface CityHomes {
  city: string;
  homeCount: number;
  /** Most homes first. */
  localities: LocalityCount[];
  /** As they were asked for. */
  homes: HomeSummary[];
  /** The cursor of those that follow, null when there are no more. */
  next: string | null;
  /** Homes of the place by what is true of them, "kind:pg", as of the last refresh; empty before it. */
  traits: Readonly<Record<string, number>>;
  /** How many match the filters; null without filters, on later pages, and where not all homes were looked at. */
  matchingCount: number | null;
  /** How many homes would match, too, without one of the filters. */
  missing: Readonly<Record<string, number>>;
  /** On the first page, where there is something to tell. */
  figures: PlaceFigures | null;
}

/** What is answered of all homes of a place, of questions with ten answers or more, as of a day. */
export interface PlaceFigures {
  all: HomeFigures;
  /** Of homes of one kind. */
  pg: HomeFigures;
  flat: HomeFigures;
  /** The first three by score, where the place has more than five homes. */
  best: HomeSummary[];
  /** YYYY-MM-DD */
  refreshedOn: string;
}

export interface CityCount {
  city: string;
  homeCount: number;
  /** It has too few reviews to be worth finding: see `isThin` in domain/home.ts. */
  isThin: boolean;
}

export interface LocalityHomes extends Omit<CityHomes, "localities"> {
  locality: string;
}

/** A home as a sitemap lists it. */
export interface HomeAddress extends PropertyName {
  /** Of its reviews. */
  count: number;
  lastReviewOn: string;
}

const count = z.int().nonnegative();
const scored = propertyName.extend({ count, totalRating: count });
const newest = { lastReviewOn: z.iso.date(), excerpt: z.string() };
const figures = z.record(z.string(), count);
/** What lists say of the figures; a page of all of them would be twice as large. */
const summary = scored.extend({ ...newest, figures }).transform(({ figures: all, ...home }) => ({
  ...home,
  recommend: recommendCounts(all),
  facts: mainFacts(all),
}));
const placeFigures = z.object({
  all: figures,
  pg: figures,
  flat: figures,
  best: z.array(summary),
  refreshedOn: z.iso.date(),
});
const summaryPage = {
  ...{ city: z.string(), homeCount: count, homes: z.array(summary), next: z.string().nullable() },
  ...{ figures: placeFigures.nullable(), traits: figures, matchingCount: count.nullable(), missing: figures },
};

const homeAnswer = scored
  .extend({ ...newest, figures, isCityAccepted: z.boolean(), nearby: z.array(summary) })
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
const cityList = z.array(z.object({ city: z.string(), homeCount: count, isThin: z.boolean() }));
const placeAnswer = z.object({ city: z.string(), locality: z.string().nullable() }).nullable();
const addressList = z.array(propertyName.extend({ count, lastReviewOn: z.iso.date() }));

/**
 * A home by the first eight hexadecimal digits of its id, or of one that was merged into it. Null when it does not exist or
 * has no visible review. Throws a DatabaseFailure when it cannot be read. (spec 10)
 */
export function findHome(database: Database, shortId: string): Promise<Home | null> {
  return read(database, homeAnswer, "home", { short_id: shortId });
}

/** A page of a home's reviews. */
export interface ReviewsOfHome {
  reviews: Review[];
  /** Where the next page begins; null for the last. */
  next: string | null;
  matchingCount: number;
  /** How the words of the topic begin that was asked for: markedParts understands them. Null without a topic. */
  topicWords: string[] | null;
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
 * The localities of a city and a page of its homes. The city is given as in an address, by any of its names; null when it has
 * no home. Throws a DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 10)
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
 * A page of the homes of a locality. City and locality are given as in an address; null when it has no home. Throws a
 * DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 10)
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

/** Returns the names of a city and of one of its localities, given by slug; null for what has no home. Throws a DatabaseFailure. (spec 10) */
export async function placeNames(
  database: Database,
  city: string,
  locality: string,
): Promise<z.infer<typeof placeAnswer>> {
  return read(database, placeAnswer, "place_names", { city, locality });
}

/** The cities that have homes, most homes first. Throws a DatabaseFailure when they cannot be read. (spec 10) */
export function homeCities(database: Database): Promise<CityCount[]> {
  return read(database, cityList, "home_cities");
}

/**
 * The homes whose id begins with these up to four hexadecimal digits: `addressPrefixes` says how many it takes for the number
 * of homes. Throws a DatabaseFailure when they cannot be read. (spec 10)
 */
export function homeAddresses(database: Database, prefix: string): Promise<HomeAddress[]> {
  return read(database, addressList, "home_addresses", { prefix });
}
