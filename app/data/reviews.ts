import { z } from "zod";
import type { Database, DatabaseFunction, FunctionArguments } from "./database";
import { databaseFailure } from "./database-failure";
import { PAGE_TIMEOUT_MS, withTimeout } from "./time-limit";
import { isUuid } from "./uuid";
import type { HomeSuggestions } from "~/domain/home";
import { type RelaxedSearch, type UnderstoodPart, MEANINGS } from "~/domain/search";
import type { PropertyGroup, PropertyName } from "~/domain/property-group";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP, REVIEWS_PER_PROPERTY_PAGE } from "~/domain/property-group";
import type { Review } from "~/domain/review";
import { TEXTS, type TextName } from "~/domain/review-texts";
import type { ReviewQuery } from "~/domain/review-query";
import type { TopReviewer } from "~/domain/top-reviewers";

/** Property groups and the cursor of the next page, null for the last. */
export interface GroupPage {
  groups: PropertyGroup[];
  next: string | null;
  /** The search that was run instead of one that found nothing. */
  relaxed?: RelaxedSearch;
  /** The parts of the search, of the relaxed one if there is one. */
  understood?: UnderstoodPart[] | null;
  /** If a search finds nothing: up to three properties with similar names. */
  similar?: PropertyName[];
  /** If a search finds nothing: the place that it names. The locality is null for a city. */
  place?: { city: string; locality: string | null } | null;
  /** If a search finds nothing: the localities with homes that are nearest to that place, nearest first. */
  nearby?: HomeSuggestions["localities"];
}

// Only loaders import this file, so zod stays on the server.

// Photos are paths of the project's own storage. Other URLs are not shown.
const PROOF_PATH = /^\/storage\/v1\/object\/public\/review-proofs\/public\/[\w.-]+$/;

/** Twice the 64 pixels of a card. */
const THUMBNAIL = renditionQuery(128, 128);
const PICTURE = renditionQuery(480, 320);

/** The embedded storage has only these two renditions (RENDITIONS in server/embedded/proof-thumbnails.ts). */
function renditionQuery(width: number, height: number): string {
  return `?width=${width}&height=${height}&resize=cover&quality=60`;
}

const text = z.string();

export const review = z.object({
  id: z.string(),
  propertyId: z.string(),
  ...(Object.fromEntries(TEXTS.map((name) => [name, text])) as Record<TextName, typeof text>),
  rating: z.number(),
  displayName: z.string(),
  moveInDate: z.string().nullable(),
  verified: z.boolean(),
  reported: z.boolean(),
  proofUrls: z.array(z.string()),
  // Parses JSON columns. An invalid value is replaced by an empty one, so that the page still renders.
  reportedIssues: z.array(z.object({ id: text, description: text, severity: text.optional() })).catch([]),
  followUps: z.array(z.object({ text, depositBack: z.string().nullable(), addedOn: z.iso.date() })),
  reply: z.object({ text, createdOn: z.iso.date() }).nullable(),
  publishedOn: z.iso.date(),
  answers: z.record(z.string(), z.string()).catch({}),
});

const group = z.object({
  propertyId: z.string(),
  propertyName: z.string(),
  locality: z.string(),
  city: z.string(),
  count: z.number(),
  totalRating: z.number(),
  matchingCount: z.number(),
  reviews: z.array(review),
});

export const propertyName = group.pick({ propertyId: true, propertyName: true, locality: true, city: true });
const next = z.string().nullable();
const groupPage = z.object({
  groups: z.array(group),
  next,
  relaxed: z.object({ search: text, leftOut: z.array(text), isReplaced: z.boolean() }).optional(),
  understood: z.array(z.object({ meaning: z.enum(MEANINGS), value: text, typed: text, without: text })).nullish(),
  similar: z.array(propertyName).optional(),
  place: z.object({ city: text, locality: text.nullable() }).nullish(),
  nearby: z.array(z.object({ locality: text, city: text, homeCount: z.number() })).optional(),
});
const onePropertyPage = z.object({ group: group.nullable(), next });
const cityNames = z.array(z.string());
const totals = z.object({ reviews: z.int().positive(), homes: z.int().positive() });
const topReviewerList = z.array(z.object({ label: z.string(), count: z.int().positive() }));

/** Returns the newest reviews, newest first. Throws a DatabaseFailure. (spec 2, 4) */
export async function recentReviews(database: Database, count: number): Promise<Review[]> {
  return withPhotoUrls(await read(database, z.array(review), "recent_reviews", { at_most: count }), database);
}

/**
 * Returns a page of properties with the first of their matching reviews, after the cursor `after` (null: the first page). Relaxes a search
 * without a match unless it is exact. Throws a DatabaseFailure, with status 400 for an unknown cursor. (spec 2, 5, 10)
 */
export async function browseProperties(
  database: Database,
  query: ReviewQuery,
  after: string | null,
  isExact = false,
): Promise<GroupPage> {
  const page = await read(database, groupPage, "browse_properties", {
    ...query,
    after,
    exact: isExact,
    page_size: GROUPS_PER_PAGE,
    reviews_per_group: REVIEWS_PER_GROUP,
  });
  return { ...page, groups: page.groups.map((found) => groupWithPhotoUrls(found, database)) };
}

/**
 * Returns a property with a page of its matching reviews after the cursor `after`. No group if the property does not exist or nothing
 * matches. Throws a DatabaseFailure. (spec 2)
 */
export async function propertyPage(
  database: Database,
  propertyId: string,
  query: ReviewQuery,
  after: string | null,
): Promise<GroupPage> {
  // PostgreSQL rejects other texts as malformed. For a visitor they are unknown ids.
  if (!isUuid(propertyId)) return { groups: [], next: null };
  const page = await read(database, onePropertyPage, "property_reviews", {
    property_id: propertyId,
    ...query,
    after,
    page_size: REVIEWS_PER_PROPERTY_PAGE,
  });
  return { groups: page.group ? [groupWithPhotoUrls(page.group, database)] : [], next: page.next };
}

/**
 * Returns the property of a review, with that review first and without filters; null if the review does not exist or is hidden.
 * Throws a DatabaseFailure. (spec 2)
 */
export async function reviewInContext(database: Database, reviewId: string): Promise<PropertyGroup | null> {
  if (!isUuid(reviewId)) return null;
  const found = await read(database, group.nullable(), "review_in_context", {
    review_id: reviewId,
    reviews_per_group: REVIEWS_PER_GROUP,
  });
  return found && groupWithPhotoUrls(found, database);
}

/** Returns the cities that have reviews, in alphabetical order. Throws a DatabaseFailure. (spec 2) */
export function reviewCities(database: Database): Promise<string[]> {
  return read(database, cityNames, "review_cities");
}

/** Returns the most active reviewers of India's current calendar month, at most ten, most reviews first. Throws a DatabaseFailure. (spec 7, 9) */
export function topReviewers(database: Database): Promise<TopReviewer[]> {
  return read(database, topReviewerList, "top_reviewers");
}

/** The number of visible reviews and homes. */
export type SiteTotals = z.infer<typeof totals>;

/** Returns the totals as of the last hour; null before they are counted. Throws a DatabaseFailure. (spec 10) */
export function siteTotals(database: Database): Promise<SiteTotals | null> {
  return read(database, totals.nullable(), "site_totals");
}

/** Calls a function of the database and validates its response. Throws a DatabaseFailure if the database refuses or does not respond. */
export async function read<Answer>(
  database: Database,
  shape: z.ZodType<Answer>,
  name: DatabaseFunction,
  args?: FunctionArguments,
): Promise<Answer> {
  return shape.parse(
    await withTimeout(database.call(name, args), "The database did not answer.", PAGE_TIMEOUT_MS).catch(failed),
  );
}

/** Rethrows an error of a call as a DatabaseFailure, but our own defects unchanged. */
function failed(error: unknown): never {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (!(error instanceof Error) || typeof status !== "number") throw error;
  throw databaseFailure({ message: error.message, code: typeof code === "string" ? code : "" }, status);
}

function groupWithPhotoUrls(found: PropertyGroup, database: Database): PropertyGroup {
  return { ...found, reviews: withPhotoUrls(found.reviews, database) };
}

/** Replaces the paths of photos with URLs, and adds the URLs of thumbnails. Drops other paths. */
export function withPhotoUrls<Shown extends Review>(
  reviews: Shown[],
  { publicUrl, proofThumbnails }: Database,
): Shown[] {
  return reviews.map((found) => {
    if (found.proofUrls.length === 0) return found;
    const paths = found.proofUrls.filter((path) => PROOF_PATH.test(path));
    const proofUrls = paths.map((path) => publicUrl + path);
    if (proofThumbnails === "original") return { ...found, proofUrls };
    return { ...found, proofUrls, proofThumbnailUrls: proofUrls.map((url) => renditionOf(url, THUMBNAIL)) };
  });
}

function renditionOf(url: string, query: string): string {
  return url.replace("/object/", "/render/image/") + query;
}

/** A photo on the page of a home. */
export interface HomePhoto extends Pick<Review, "displayName" | "publishedOn"> {
  url: string;
  /** The URL of a smaller rendition, 3:2. */
  pictureUrl: string;
}

/** Returns the first `most` photos of reviews that have their photos' URLs. */
export function homePhotos(reviews: Review[], { proofThumbnails }: Database, most: number): HomePhoto[] {
  return reviews
    .flatMap(({ proofUrls, displayName, publishedOn }) => proofUrls.map((url) => ({ url, displayName, publishedOn })))
    .slice(0, most)
    .map((photo) => ({
      ...photo,
      pictureUrl: proofThumbnails === "original" ? photo.url : renditionOf(photo.url, PICTURE),
    }));
}
