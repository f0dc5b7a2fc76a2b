import { fold } from "./fold.ts";
import type { PropertyName } from "./property-group";
import type { Answers } from "./questions";
import { reviewAnchor } from "./review.ts";

// server/emails imports this file without a build: what it imports is named with its ending.

/**
 * What the visible reviews of a home say, counted: "rating:4", "duration:1–2 years", "severity:Major" … Of what no review says
 * there is no count. Must match private.facts_of in the database; home-figures.ts reads them.
 */
export type HomeFigures = Readonly<Record<string, number>>;

/** A home that has a visible review. */
export interface Home extends PropertyName {
  count: number;
  totalRating: number;
  figures: HomeFigures;
  /** YYYY-MM-DD */
  lastReviewOn: string;
  /** How its newest review begins, at most 160 characters. */
  excerpt: string;
  /** Whether its city is listed, or an operator has accepted it: only then are there pages of its places. */
  isCityAccepted: boolean;
  /** Others in its locality, or else in its city. */
  nearby: HomeSummary[];
}

export interface HomeSummary extends PropertyName {
  count: number;
  totalRating: number;
  /** YYYY-MM-DD */
  lastReviewOn: string;
  recommend: { yes: number; no: number };
  /** Its kind, and the size and rent that at least half give. */
  facts: Pick<Answers, "property_type" | "size" | "rent">;
  /** How its newest review begins, at most 160 characters. */
  excerpt: string;
}

export interface LocalityCount {
  locality: string;
  homeCount: number;
}

/** What the beginning of a name may stand for, the likeliest first. */
export interface HomeSuggestions {
  homes: (PropertyName & { count: number; totalRating: number })[];
  localities: { locality: string; city: string; homeCount: number }[];
  cities: { city: string; homeCount: number }[];
}

/** Must match public.home_cities in the database. */
const MIN_REVIEWS_OF_PLACE = 5;

/** Stands for a name of symbols only. */
const NO_WORDS = "-";

/** The words of a name for an address: "HSR Layout" → "hsr-layout". Must match private.slug in the database. */
export function slug(text: string): string {
  return fold(text).replaceAll(" ", "-") || NO_WORDS;
}

export function cityHomesPath(city: string): string {
  return path(slug(city));
}

export function localityHomesPath(city: string, locality: string): string {
  return path(slug(city), slug(locality));
}

/** Whether a place has fewer than five reviews: too little to be found by. Its list has all its homes then. (spec 10) */
export function isThin(homes: readonly Pick<HomeSummary, "count">[]): boolean {
  return homes.reduce((sum, { count }) => sum + count, 0) < MIN_REVIEWS_OF_PLACE;
}

/** The page of the homes of a city, or of one of its localities. */
export function placePath({ city, locality }: { city: string; locality: string | null }): string {
  return locality === null ? cityHomesPath(city) : localityHomesPath(city, locality);
}

/** The address of a home's page: "/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d". Only its last 8 digits find the home. */
export function homePath(home: PropertyName): string {
  return path(slug(home.city), slug(home.locality), `${slug(home.propertyName)}-${home.propertyId.slice(0, 8)}`);
}

/** The address of one review on the page of its home (`home` is the homePath), which shows that review whatever else is on it. */
export function homeReviewPath(home: string, reviewId: string): string {
  // The fragment leads there without JavaScript, too.
  return `${home}?review=${reviewId}#${reviewAnchor(reviewId)}`;
}

/** So many homes are compared at most. (spec 10) */
export const MAX_COMPARED = 4;

/** The address that compares these homes, given by their ids. (spec 10) */
export function comparePath(propertyIds: readonly string[]): string {
  const ids = propertyIds.slice(0, MAX_COMPARED).map((id) => id.slice(0, 8));
  return ids.length === 0 ? "/compare" : `/compare?homes=${ids.join(",")}`;
}

/** The digits by which the last segment of a homePath finds its home; null where it has none. */
export function homeIdOf(segment: string): string | null {
  return /(?:^|-)([\da-f]{8})$/i.exec(segment)?.[1]?.toLowerCase() ?? null;
}

/** On average, so that none has more than the 5,000 that home_addresses returns: ids are random. */
const ADDRESSES_PER_PART = 4500;

/**
 * The beginnings of ids that split this many homes into parts of about that size: [""], or ["0", …, "f"], or ["00", …, "ff"]
 * and so on, by default those in which `homeAddresses` reads them.
 */
export function addressPrefixes(homeCount: number, partSize = ADDRESSES_PER_PART, maxDigits = 4): string[] {
  const digits = Math.min(Math.max(Math.ceil(Math.log2(homeCount / partSize) / 4), 0), maxDigits);
  if (digits === 0) return [""];
  return Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, "0"));
}

function path(...segments: string[]): string {
  return ["/homes", ...segments.map(encodeURIComponent)].join("/");
}
