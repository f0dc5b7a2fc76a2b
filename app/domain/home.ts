import { fold } from "./fold.ts";
import type { PropertyName } from "./property-group";
import type { Answers } from "./questions";
import { reviewAnchor } from "./review.ts";

// server/emails imports this file without a build, so imports of values have file endings.

/**
 * Counts of what the visible reviews of a home say: "rating:4", "duration:1–2 years", "severity:Major" … Zero counts are left out.
 * Must match private.facts_of in the database; home-figures.ts reads them.
 */
export type HomeFigures = Readonly<Record<string, number>>;

/** A home with at least one visible review. */
export interface Home extends PropertyName {
  /** The visible reviews that count; 0 if an operator decided that none does. */
  count: number;
  totalRating: number;
  figures: HomeFigures;
  /** YYYY-MM-DD */
  lastReviewOn: string;
  /** The start of its newest review, at most 160 characters. */
  excerpt: string;
  /** Whether its city is listed or accepted by an operator. Other cities have no pages. */
  isCityAccepted: boolean;
  bursts: {
    /** Whether operators are checking several reviews that came within days. */
    isChecked: boolean;
    /** The number of visible reviews that are not counted. */
    uncountedCount: number;
  };
  /** Other homes in its locality, or in its city if there are none. */
  nearby: HomeSummary[];
}

export interface HomeSummary extends PropertyName {
  count: number;
  totalRating: number;
  /** YYYY-MM-DD */
  lastReviewOn: string;
  recommend: { yes: number; no: number };
  /** The most frequent kind, and the size and rent if at least half of the answers agree. */
  facts: Pick<Answers, "property_type" | "size" | "rent">;
  /** The start of its newest review, at most 160 characters. */
  excerpt: string;
}

export interface LocalityCount {
  locality: string;
  homeCount: number;
}

/** Suggestions for the start of a name, best first. */
export interface HomeSuggestions {
  homes: (PropertyName & { count: number; totalRating: number })[];
  localities: { locality: string; city: string; homeCount: number }[];
  cities: { city: string; homeCount: number }[];
}

/** Must match public.home_cities in the database. */
const MIN_REVIEWS_OF_PLACE = 5;

/** The slug of a name that has only symbols. */
const NO_WORDS = "-";

/** Returns the slug of a name: "HSR Layout" → "hsr-layout". Must match private.slug in the database. */
export function slug(text: string): string {
  return fold(text).replaceAll(" ", "-") || NO_WORDS;
}

export function cityHomesPath(city: string): string {
  return path(slug(city));
}

export function localityHomesPath(city: string, locality: string): string {
  return path(slug(city), slug(locality));
}

/**
 * Returns whether a place has fewer than five reviews, too few to be indexed. The first page of its list is enough to tell: fewer
 * than five reviews are about at most four homes. (spec 10)
 */
export function isThin(homes: readonly Pick<HomeSummary, "count">[]): boolean {
  return homes.reduce((sum, { count }) => sum + count, 0) < MIN_REVIEWS_OF_PLACE;
}

/** Returns the URL of a city's or locality's homes. */
export function placePath({ city, locality }: { city: string; locality: string | null }): string {
  return locality === null ? cityHomesPath(city) : localityHomesPath(city, locality);
}

/**
 * Returns the URL of a home: "/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d". Only the last 8 characters, the short id,
 * identify the home.
 */
export function homePath(home: PropertyName): string {
  return path(slug(home.city), slug(home.locality), `${slug(home.propertyName)}-${home.propertyId.slice(0, 8)}`);
}

/** Returns the URL of a review on its home's page, which then always shows that review. `home` is the homePath. */
export function homeReviewPath(home: string, reviewId: string): string {
  // The fragment scrolls to it without JavaScript.
  return `${home}?review=${reviewId}#${reviewAnchor(reviewId)}`;
}

/** (spec 10) */
export const MAX_COMPARED = 4;

/** Returns the URL that compares the homes with these ids. (spec 10) */
export function comparePath(propertyIds: readonly string[]): string {
  const ids = propertyIds.slice(0, MAX_COMPARED).map((id) => id.slice(0, 8));
  return ids.length === 0 ? "/compare" : `/compare?homes=${ids.join(",")}`;
}

/** Returns the short id at the end of a homePath's last segment; null if there is none. */
export function homeIdOf(segment: string): string | null {
  return /(?:^|-)([\da-f]{8})$/i.exec(segment)?.[1]?.toLowerCase() ?? null;
}

/** The upper bound of a part's average size. Ids are random, so no part exceeds the 5,000 that home_addresses returns. */
const ADDRESSES_PER_PART = 4500;

/** Returns the id prefixes that split this many homes into parts of about `partSize`: [""], ["0", …, "f"], ["00", …, "ff"] and so on. */
export function addressPrefixes(homeCount: number, partSize = ADDRESSES_PER_PART, maxDigits = 4): string[] {
  const digits = Math.min(Math.max(Math.ceil(Math.log2(homeCount / partSize) / 4), 0), maxDigits);
  if (digits === 0) return [""];
  return Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, "0"));
}

function path(...segments: string[]): string {
  return ["/homes", ...segments.map(encodeURIComponent)].join("/");
}
