import { z } from "zod";
import type { Database } from "~/data/database";
import { answerOf, DatabaseFailure, visitorRest } from "~/data/rest";
import type { PropertyGroup } from "~/domain/property-group";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP, REVIEWS_PER_PROPERTY_PAGE } from "~/domain/property-group";
import type { Review } from "~/domain/review";
import type { ReviewQuery } from "~/domain/review-query";

/** Some property groups and the cursor of those that follow, null when there are no more. */
export interface GroupPage {
  groups: PropertyGroup[];
  next: string | null;
}

// Only loaders import this file, so that zod stays on the server.

// The columns that hold reviews for readers; email and user_id are write-only and always empty.
const REVIEW_COLUMNS = [
  "id",
  "property_id",
  "property_name",
  "locality",
  "city",
  "property_type",
  "rating",
  "review_text",
  "display_name",
  "move_in_date",
  "duration",
  "would_recommend",
  "move_out_intent",
  "verified",
  "reported",
  "proof_urls",
  "reported_issues",
  "created_at",
  "how_issues_reported",
  "issue_resolution_status",
  "management_response_time",
] as const;

// The database keeps proof files as paths of its own storage; anything else is no photo of ours.
const PROOF_PATH = /^\/storage\/v1\/object\/public\/review-proofs\/public\/[\w.-]+$/;

/** Twice the 64 pixels of a card. Must match THUMBNAIL_QUERY in server/embedded/proof-thumbnails.ts. */
const THUMBNAIL = "?width=128&height=128&resize=cover&quality=60";

type Project = Extract<Database, { kind: "supabase" }>;

const issueRow = z.object({
  id: z.string().optional(),
  description: z.string(),
  severity: z.string().nullish(),
});

const reviewRow = z.object({
  id: z.string(),
  property_id: z.string(),
  property_name: z.string(),
  locality: z.string().nullish(),
  city: z.string(),
  property_type: z.string().nullish(),
  rating: z.number(),
  review_text: z.string().nullish(),
  display_name: z.string(),
  move_in_date: z.string().nullish(),
  duration: z.string().nullish(),
  would_recommend: z.boolean().nullish(),
  move_out_intent: z.boolean().nullish(),
  verified: z.boolean(),
  reported: z.boolean(),
  proof_urls: z.array(z.string()).nullish(),
  // Its shape is the writers' word, not a column type: an entry we cannot read is left out, not the page.
  reported_issues: z.array(issueRow).nullish().catch(null),
  created_at: z.string(),
  how_issues_reported: z.string().nullish(),
  issue_resolution_status: z.string().nullish(),
  management_response_time: z.string().nullish(),
});

const groupRow = z.object({
  property_id: z.string(),
  property_name: z.string(),
  locality: z.string().nullish(),
  city: z.string(),
  count: z.number(),
  rating_total: z.number(),
  reviews: z.array(reviewRow),
});

const groupPage = z.object({ groups: z.array(groupRow), next: z.string().nullish() });
const propertyPageAnswer = z.object({ group: groupRow.nullable(), next: z.string().nullish() });
const cityNames = z.array(z.string());

/** The newest reviews, newest first. Throws a DatabaseFailure when they cannot be read. (spec 2, 4) */
export async function recentReviews(database: Database, count: number): Promise<Review[]> {
  const { rest, project } = await readFrom(database);
  const rows = answerOf(
    await rest
      .from("reviews")
      .select(REVIEW_COLUMNS.join(","))
      .order("created_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(count),
  );
  return z
    .array(reviewRow)
    .parse(rows)
    .map((row) => toReview(row, project));
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
  const { rest, project } = await readFrom(database);
  const answer = answerOf(
    await rest.rpc("browse_properties", {
      ...query,
      after,
      page_size: GROUPS_PER_PAGE,
      reviews_per_group: REVIEWS_PER_GROUP,
    }),
  );
  const { groups, next } = groupPage.parse(answer);
  return { groups: groups.map((row) => toGroup(row, project)), next: next ?? null };
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
  if (!isUuid(propertyId)) return { groups: [], next: null };
  const { rest, project } = await readFrom(database);
  const answer = answerOf(
    await rest.rpc("property_reviews", {
      property_id: propertyId,
      ...query,
      after,
      page_size: REVIEWS_PER_PROPERTY_PAGE,
    }),
  );
  const { group, next } = propertyPageAnswer.parse(answer);
  return { groups: group ? [toGroup(group, project)] : [], next: next ?? null };
}

/**
 * The property of one review with that review first, whatever filters would hide it; null when there is no such review.
 * Throws a DatabaseFailure when it cannot be read. (spec 2: /reviews#review-{id})
 */
export async function reviewInContext(database: Database, reviewId: string): Promise<PropertyGroup | null> {
  if (!isUuid(reviewId)) return null;
  const { rest, project } = await readFrom(database);
  const answer = answerOf(
    await rest.rpc("review_in_context", { review_id: reviewId, reviews_per_group: REVIEWS_PER_GROUP }),
  );
  const row = groupRow.nullable().parse(answer);
  return row && toGroup(row, project);
}

/** The cities that have reviews, in alphabetical order. Throws a DatabaseFailure when they cannot be read. (spec 2) */
export async function reviewCities(database: Database): Promise<string[]> {
  const { rest } = await readFrom(database);
  return cityNames.parse(answerOf(await rest.rpc("review_cities")));
}

async function readFrom(database: Database) {
  if (database.kind === "browser") throw new DatabaseFailure("Reviews of this browser are read in the browser.", 0, "");
  return { rest: await visitorRest(database), project: database };
}

function toGroup(row: z.infer<typeof groupRow>, project: Project): PropertyGroup {
  return {
    key: row.property_id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    locality: row.locality || null,
    city: row.city,
    reviews: row.reviews.map((review) => toReview(review, project)),
    totalRating: row.rating_total,
    count: row.count,
  };
}

function toReview(row: z.infer<typeof reviewRow>, project: Project): Review {
  return {
    id: row.id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    locality: row.locality || null,
    city: row.city,
    propertyType: row.property_type ?? null,
    rating: row.rating,
    comment: row.review_text ?? "",
    timestamp: row.created_at,
    displayName: row.display_name,
    verified: row.verified,
    reported: row.reported,
    reportedIssues: (row.reported_issues ?? []).map((issue, index) => ({
      id: issue.id ?? String(index),
      description: issue.description,
      severity: issue.severity ?? null,
    })),
    wouldRecommend: row.would_recommend ?? null,
    moveOutIntent: row.move_out_intent ?? null,
    moveInDate: row.move_in_date ?? null,
    duration: row.duration ?? null,
    howIssuesReported: row.how_issues_reported ?? null,
    issueResolutionStatus: row.issue_resolution_status ?? null,
    managementResponseTime: row.management_response_time ?? null,
    ...photosOf(row.proof_urls ?? [], project),
  };
}

function photosOf(proofs: string[], project: Project): Pick<Review, "proofUrls" | "proofThumbnailUrls"> {
  const paths = proofs.filter((path) => PROOF_PATH.test(path));
  const proofUrls = paths.map((path) => project.publicUrl + path);
  if (paths.length === 0 || project.proofThumbnails === "original") return { proofUrls };
  const renditions = paths.map((path) => path.replace("/object/", "/render/image/") + THUMBNAIL);
  return { proofUrls, proofThumbnailUrls: renditions.map((path) => project.publicUrl + path) };
}

// Postgres would refuse anything else as a malformed request; to a visitor it is an id that does not exist.
function isUuid(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}
