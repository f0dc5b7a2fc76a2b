import { z } from "zod";
import type { Database, DatabaseFunction, FunctionArguments } from "./database";
import { databaseFailure } from "./database-failure";
import { reviewFields } from "./review-row";
import { PAGE_TIMEOUT_MS, withTimeout } from "./time-limit";
import { isUuid } from "./uuid";
import type { PropertyGroup, PropertyName } from "~/domain/property-group";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP, REVIEWS_PER_PROPERTY_PAGE } from "~/domain/property-group";
import { readAnswers } from "~/domain/questions";
import type { Review } from "~/domain/review";
import type { ReviewQuery } from "~/domain/review-query";
import type { TopReviewer } from "~/domain/top-reviewers";

/** Some property groups and the cursor of those that follow, null when there are no more. */
export interface GroupPage {
  groups: PropertyGroup[];
  next: string | null;
  /** Where a search finds none: up to three properties whose names are much like it. */
  similar?: PropertyName[];
}

// Only loaders import this file, so that zod stays on the server.

// Photos are stored as paths of the project's own storage; other URLs are not shown.
const PROOF_PATH = /^\/storage\/v1\/object\/public\/review-proofs\/public\/[\w.-]+$/;

/** Twice the 64 pixels of a card. Must match THUMBNAIL_QUERY in server/embedded/proof-thumbnails.ts. */
const THUMBNAIL = "?width=128&height=128&resize=cover&quality=60";

const optionalText = z.string().nullable().default(null);

/** What was added under a review: by its author, or as a reply. */
const datedText = z.object({ text: z.string(), created_on: z.iso.date() });

const issueRow = z.object({
  id: z.string().optional(),
  description: z.string(),
  severity: z.string().nullish(),
});

export const reviewRow = z.object({
  id: z.string(),
  property_id: z.string(),
  property_name: z.string(),
  locality: optionalText,
  city: z.string(),
  rating: z.number(),
  review_text: optionalText,
  display_name: z.string(),
  move_in_date: optionalText,
  verified: z.boolean(),
  reported: z.boolean(),
  proof_urls: z.array(z.string()).nullish(),
  // JSON without a schema in the database: what cannot be read is left out, rather than the page.
  reported_issues: z.array(issueRow).nullish().catch(null),
  follow_ups: z.array(datedText).default([]),
  reply: datedText.nullable().default(null),
  created_on: z.iso.date(),
  answers: z.record(z.string(), z.string()).transform(readAnswers),
});

const groupRow = z.object({
  property_id: z.string(),
  property_name: z.string(),
  locality: optionalText,
  city: z.string(),
  count: z.number(),
  rating_total: z.number(),
  matching_count: z.number(),
  reviews: z.array(reviewRow),
});

export const propertyName = groupRow.pick({ property_id: true, property_name: true, locality: true, city: true });
const groupPage = z.object({
  groups: z.array(groupRow),
  next: z.string().nullish(),
  similar: z.array(propertyName).optional(),
});
const propertyPageAnswer = z.object({ group: groupRow.nullable(), next: z.string().nullish() });
const cityNames = z.array(z.string());
const topReviewerList = z.array(z.object({ label: z.string(), count: z.int().positive() }));

/** The newest reviews, newest first. Throws a DatabaseFailure when they cannot be read. (spec 2, 4) */
export async function recentReviews(database: Database, count: number): Promise<Review[]> {
  const rows = await read(database, z.array(reviewRow), "recent_reviews", { at_most: count });
  return rows.map((row) => toReview(row, database));
}

/**
 * One page of properties with the first of their matching reviews, from the cursor `after` on (null: from the start).
 * Throws a DatabaseFailure, with status 400 for a cursor that it never gave out. (spec 2, 5)
 */
export async function browseProperties(
  database: Database,
  query: ReviewQuery,
  after: string | null,
): Promise<GroupPage> {
  const { groups, next, similar } = await read(database, groupPage, "browse_properties", {
    ...query,
    after,
    page_size: GROUPS_PER_PAGE,
    reviews_per_group: REVIEWS_PER_GROUP,
  });
  return {
    groups: groups.map((row) => toGroup(row, database)),
    next: next ?? null,
    ...(similar && { similar: similar.map(toPropertyName) }),
  };
}

/**
 * One property with a page of its matching reviews, from the cursor `after` on. No group when the property does not
 * exist or none of its reviews match. Throws a DatabaseFailure when it cannot be read. (spec 2)
 */
export async function propertyPage(
  database: Database,
  propertyId: string,
  query: ReviewQuery,
  after: string | null,
): Promise<GroupPage> {
  // PostgreSQL rejects other text as malformed; to a visitor it is an id that does not exist.
  if (!isUuid(propertyId)) return { groups: [], next: null };
  const { group, next } = await read(database, propertyPageAnswer, "property_reviews", {
    property_id: propertyId,
    ...query,
    after,
    page_size: REVIEWS_PER_PROPERTY_PAGE,
  });
  return { groups: group ? [toGroup(group, database)] : [], next: next ?? null };
}

/**
 * The property of one review with that review first, whatever filters would hide it; null when there is no such review.
 * Throws a DatabaseFailure when it cannot be read. (spec 2)
 */
export async function reviewInContext(database: Database, reviewId: string): Promise<PropertyGroup | null> {
  if (!isUuid(reviewId)) return null;
  const row = await read(database, groupRow.nullable(), "review_in_context", {
    review_id: reviewId,
    reviews_per_group: REVIEWS_PER_GROUP,
  });
  return row && toGroup(row, database);
}

/** The cities that have reviews, in alphabetical order. Throws a DatabaseFailure when they cannot be read. (spec 2) */
export function reviewCities(database: Database): Promise<string[]> {
  return read(database, cityNames, "review_cities");
}

/**
 * Who published most reviews in India's current calendar month, at most ten, the first in front. Throws a
 * DatabaseFailure when they cannot be read. (spec 7, 9)
 */
export function topReviewers(database: Database): Promise<TopReviewer[]> {
  return read(database, topReviewerList, "top_reviewers");
}

/** Calls a function of the database and checks its answer. Throws a DatabaseFailure where there is none. */
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

/** Rethrows what a call rejects with: as a DatabaseFailure, but a defect of ours as it is. */
function failed(error: unknown): never {
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (!(error instanceof Error) || typeof status !== "number") throw error;
  throw databaseFailure({ message: error.message, code: typeof code === "string" ? code : "" }, status);
}

export function toPropertyName(row: z.infer<typeof propertyName>): PropertyName {
  return { ...reviewFields(row), locality: row.locality || null };
}

function toGroup(row: z.infer<typeof groupRow>, database: Database): PropertyGroup {
  const { reviews, rating_total, count, matching_count, ...property } = row;
  return {
    ...toPropertyName(property),
    reviews: reviews.map((review) => toReview(review, database)),
    totalRating: rating_total,
    count,
    matchingCount: matching_count,
  };
}

export function toReview(row: z.infer<typeof reviewRow>, database: Database): Review {
  const { reportedIssues, followUps, reply, proofUrls, ...fields } = reviewFields(row);
  return {
    ...fields,
    locality: fields.locality || null,
    comment: fields.comment ?? "",
    reportedIssues: (reportedIssues ?? []).map((issue, index) => ({
      id: issue.id ?? String(index),
      description: issue.description,
      severity: issue.severity ?? null,
    })),
    followUps: followUps.map(({ text, created_on }) => ({ text, addedOn: created_on })),
    reply: reply && { text: reply.text, createdOn: reply.created_on },
    ...photosOf(proofUrls ?? [], database),
  };
}

function photosOf(proofs: string[], database: Database): Pick<Review, "proofUrls" | "proofThumbnailUrls"> {
  const paths = proofs.filter((path) => PROOF_PATH.test(path));
  const proofUrls = paths.map((path) => database.publicUrl + path);
  if (paths.length === 0 || database.proofThumbnails === "original") return { proofUrls };
  const renditions = paths.map((path) => path.replace("/object/", "/render/image/") + THUMBNAIL);
  return { proofUrls, proofThumbnailUrls: renditions.map((path) => database.publicUrl + path) };
}
