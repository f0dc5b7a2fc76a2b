import { z } from "zod";
import { COLUMNS, hasColumn } from "./review-row";
import type { GroupPage } from "./reviews";
import { listedCity } from "~/domain/cities";
import { dayInIndia } from "~/domain/dates";
import { displayName } from "~/domain/display-name";
import { matcher } from "~/domain/matches-query";
import { fold } from "~/domain/fold";
import { relaxSearch } from "~/domain/relax-search";
import { typedWords, understoodParts } from "~/domain/understand-search";
import { compareKeys, groupReviews, propertyKey, spelledAsMost } from "~/domain/group-reviews";
import { characterCount, isBlank, plainText } from "~/domain/plain-text";
import {
  GROUPS_PER_PAGE,
  type PropertyGroup,
  REVIEWS_PER_GROUP,
  REVIEWS_PER_PROPERTY_PAGE,
} from "~/domain/property-group";
import { readAnswers } from "~/domain/given-answers";
import type { Answers } from "~/domain/questions";
import type { Review } from "~/domain/review";
import { cleanText } from "~/domain/plain-name";
import { makeTexts, MAX_ISSUES, MAX_LENGTHS, type TextName, TEXTS } from "~/domain/review-texts";
import type { ReviewQuery } from "~/domain/review-query";

// The reviews of a site without a database: rows of the table `reviews` in local storage. Visitors can edit it, so each read validates rows
// and skips invalid ones. Loaded on demand. (spec 1, 3)
const STORAGE_KEY = "rentalReviews";

/** Reviews that we store have UUIDs. Other ids are accepted if they are safe in element ids and URLs. */
const ID = /^[\w-]{1,64}$/;
const ALL: ReviewQuery = { search: "", city: "", sort: "recent" };
/** Years from 10000 have five digits, which would change the date format. */
const END_OF_TIME = Date.UTC(9999, 0);

const storedIssue = z.object({
  id: z.string().regex(ID).optional().catch(undefined),
  description: z.string().transform(plainText).pipe(filledText(MAX_LENGTHS.issueDescription)),
  severity: z.string().nullable().catch(null),
});

const storedReview = z.looseObject({
  id: z.string().regex(ID),
  ...textColumns(),
  rating: z.int().min(1).max(5),
  email: z.string().max(MAX_LENGTHS.email).nullable().catch(null),
  move_in_date: z.string().max(40).nullable().catch(null),
  verified: z.boolean().catch(false),
  reported: z.boolean().catch(false),
  reported_issues: z.array(z.unknown()).nullable().catch(null),
  created_at: z.string().refine((time) => Date.parse(time) >= 0 && Date.parse(time) < END_OF_TIME),
});
type StoredReview = z.infer<typeof storedReview>;

/** Returns the newest reviews, newest first. (spec 2, 4) */
export function recentReviews(count: number): Review[] {
  return allReviews().slice(0, count);
}

/**
 * Returns a page of properties with the first of their matching reviews, after the cursor `after` (null: the first page). Relaxes a search
 * without a match unless it is exact. Throws an Error with status 400 for an unknown cursor. (spec 2, 5, 10)
 */
export async function browseProperties(query: ReviewQuery, after: string | null, isExact = false): Promise<GroupPage> {
  const reviews = allReviews();
  const groups = matchingGroups(query, reviews);
  const relaxed = groups.length === 0 && after === null && !isExact ? relaxSearch(query, reviews) : null;
  const searched = { ...query, ...(relaxed && { search: relaxed.search }) };
  const found = relaxed ? matchingGroups(searched, reviews) : groups;
  const { page, next } = pageAfter(found, after, GROUPS_PER_PAGE, (group) => group.propertyId);
  const understood = typedWords(query.search).length > 0 && understoodParts(searched.search, query.city, reviews);
  return { groups: page.map(withFirstReviews), next, ...(relaxed && { relaxed }), ...(understood && { understood }) };
}

/**
 * Returns a property with a page of its matching reviews after the cursor `after`. No group if the property does not exist or nothing
 * matches. Throws as `browseProperties` does. (spec 2)
 */
export async function propertyPage(propertyId: string, query: ReviewQuery, after: string | null): Promise<GroupPage> {
  const group = matchingGroups(query).find((found) => found.propertyId === propertyId);
  if (!group) return { groups: [], next: null };
  const { page, next } = pageAfter(group.reviews, after, REVIEWS_PER_PROPERTY_PAGE, (review) => review.id);
  return { groups: [{ ...group, reviews: page }], next };
}

/** Returns the property of a review, with that review first; null if the review does not exist. (spec 2) */
export async function reviewInContext(reviewId: string): Promise<PropertyGroup | null> {
  const group = matchingGroups(ALL).find(({ reviews }) => reviews.some(({ id }) => id === reviewId));
  if (!group) return null;
  const isWanted = (review: Review) => review.id === reviewId;
  const reviews = [...group.reviews.filter(isWanted), ...group.reviews.filter((review) => !isWanted(review))];
  return withFirstReviews({ ...group, reviews });
}

/** Returns the listed cities that have reviews, in alphabetical order. There is no operator to accept other cities. (spec 2, 10) */
export async function reviewCities(): Promise<string[]> {
  const cities = new Set(allReviews().flatMap(({ city }) => listedCity(city) ?? []));
  return [...cities].toSorted((a, b) => compareKeys(fold(a), fold(b)));
}

/**
 * Stores a row of the table `reviews`, published `now`. Returns "id-taken" if a review has its id. Throws an Error with a message
 * for the visitor if storage is full or disabled. (spec 3, 5)
 */
export function insertLocalReview(row: Record<string, unknown>, now: Date): "saved" | "id-taken" {
  const rows = storedRows();
  if (localReview(String(row.id))) return "id-taken";
  const stored = { ...row, verified: false, reported: false, created_at: now.toISOString() };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([stored, ...rows]));
  } catch (error) {
    throw new Error(storageFault(error), { cause: error });
  }
  return "saved";
}

export function localReview(id: string): Review | null {
  return allReviews().find((review) => review.id === id) ?? null;
}

/** Returns the author of each review, newest first, to count reviewers. Emails are never shown. (spec 9) */
export function localAuthors(): { email: string | null; publishedOn: string }[] {
  return storedReviews().map((row) => ({ email: row.email, publishedOn: publishedOn(row) }));
}

/** Returns all valid reviews, newest first. */
function allReviews(): Review[] {
  // There is no table of properties: the id of the oldest review identifies its property.
  const propertyIds = new Map<string, string>();
  const reviews = spelledAsMost(storedReviews().map(toReview));
  for (const review of reviews) propertyIds.set(propertyKey(review), review.id);
  return reviews.map((review) => ({ ...review, propertyId: propertyIds.get(propertyKey(review)) ?? review.id }));
}

/** Returns all valid rows, newest first. Ties: the row added last comes first. */
function storedReviews(): StoredReview[] {
  const seen = new Set<string>();
  return storedRows()
    .flatMap((row) => {
      const { data } = storedReview.safeParse(row);
      if (!data || seen.has(data.id)) return [];
      seen.add(data.id);
      return [data];
    })
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

function publishedOn({ created_at }: StoredReview): string {
  return dayInIndia(new Date(created_at));
}

function storedRows(): unknown[] {
  try {
    const rows: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(rows) ? rows : [];
  } catch {
    // Invalid JSON, or storage is disabled.
    return [];
  }
}

function matchingGroups(query: ReviewQuery, reviews = allReviews()): PropertyGroup[] {
  return groupReviews(reviews, query.sort, matcher(query, reviews));
}

function withFirstReviews(group: PropertyGroup): PropertyGroup {
  return { ...group, reviews: group.reviews.slice(0, REVIEWS_PER_GROUP) };
}

/**
 * Returns up to `size` entries after the key `after`, and the key of the last one if there are more. Throws an Error with status
 * 400 for an unknown key.
 */
function pageAfter<Entry>(entries: Entry[], after: string | null, size: number, keyOf: (entry: Entry) => string) {
  const start = after === null ? 0 : entries.findIndex((entry) => keyOf(entry) === after) + 1;
  if (after !== null && start === 0) {
    const message = "This link to more results is damaged. Start again from the first page.";
    throw Object.assign(new Error(message), { status: 400 });
  }
  const page = entries.slice(start, start + size);
  const last = page.at(-1);
  return { page, next: last && start + size < entries.length ? keyOf(last) : null };
}

function toReview(row: StoredReview): Omit<Review, "propertyId"> {
  return {
    id: row.id,
    ...makeTexts((name) => row[COLUMNS[name]]),
    city: listedCity(row.city) ?? row.city,
    rating: row.rating,
    displayName: displayName(row.email),
    moveInDate: row.move_in_date,
    verified: row.verified,
    reported: row.reported,
    publishedOn: publishedOn(row),
    answers: answersOfRow(row),
    reportedIssues: (row.reported_issues ?? []).slice(0, MAX_ISSUES).flatMap((entry, index) => {
      const { data: issue } = storedIssue.safeParse(entry);
      return issue ? [{ ...issue, id: issue.id ?? String(index) }] : [];
    }),
    followUps: [],
    reply: null,
    // There is no photo storage. A URL edited into local storage would send requests to another site.
    proofUrls: [],
  };
}

/** Reads the answers of a row from its columns and from `answers`. */
function answersOfRow(row: Readonly<Record<string, unknown>>): Answers {
  const others = typeof row.answers === "object" ? row.answers : null;
  return readAnswers({ ...others, ...Object.fromEntries(Object.entries(row).filter(([key]) => hasColumn(key))) });
}

/** Returns the schemas of the text columns: the name of the home and the city are required, other texts are optional. */
function textColumns() {
  const columns = TEXTS.map((name) => {
    const text = z
      .string()
      .transform((value) => cleanText(name, value))
      .pipe(filledText(MAX_LENGTHS[name]));
    return [COLUMNS[name], name === "propertyName" || name === "city" ? text : text.catch("")];
  });
  return Object.fromEntries(columns) as Record<(typeof COLUMNS)[TextName], z.ZodType<string>>;
}

function filledText(maxLength: number) {
  return z.string().refine((text) => !isBlank(text) && characterCount(text) <= maxLength);
}

function storageFault(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return isFull
    ? "this browser has no room left for reviews. Your review is kept in the form; copy what you wrote before you leave this page."
    : "this browser keeps no data for this site. Your review is kept in the form; allow site data and try again.";
}
