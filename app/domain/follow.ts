import { homePath, localityHomesPath } from "./home.ts";

/** A home or locality that an account follows, as the account page and the page of the unfollow link show it. */
export interface Follow {
  /** Anyone with this secret can end the follow. */
  secret: string;
  /** Null for a locality and for a home that is no longer shown. All names are null if the home or locality is no longer shown. */
  propertyId: string | null;
  propertyName: string | null;
  locality: string | null;
  city: string | null;
  /** False for a locality without a review, which has no page. */
  hasHomes: boolean;
}

/** A request for one email about the first new review in a locality. */
export interface PlaceAlert {
  locality: string;
  city: string;
  isConfirmed: boolean;
}

/** Per account. Must match private.max_follows in the database. */
export const MAX_FOLLOWS = 20;

/** Returns the URL of the page that ends the follows with these secrets. A POST to it ends them at once. */
export function unfollowPath(secrets: readonly string[]): string {
  return `/unfollow/${secrets.join(".")}`;
}

/** Parses the secrets in the last segment of an unfollowPath, at most as many as one account can have. */
export function secretsOf(segment: string): string[] {
  return segment.split(".").slice(0, MAX_FOLLOWS);
}

export function followName({ propertyName, locality, city }: Follow): string {
  return [propertyName, locality, city].filter(Boolean).join(", ") || "A place that is no longer shown";
}

/**
 * Returns the URL of the followed home or locality; null if it is no longer shown. Identifies the follow of a locality also before it
 * has a page.
 */
export function followedPath({ propertyId, propertyName, locality, city }: Follow): string | null {
  if (locality === null || city === null) return null;
  if (propertyId === null || propertyName === null) return localityHomesPath(city, locality);
  return homePath({ propertyId, propertyName, locality, city });
}

/** Returns the URL that shows what is followed: a search for a locality without a review. */
export function followLink(follow: Follow): string | null {
  const { hasHomes, locality, city } = follow;
  if (hasHomes || locality === null || city === null) return followedPath(follow);
  return `/reviews?${new URLSearchParams({ q: `${locality}, ${city}` })}`;
}

/** Returns the URL of the page of a place alert. A POST to it confirms the alert, or deletes it at "/stop". */
export function alertPath(secret: string, end: "" | "/stop" = ""): string {
  return `/alerts/${secret}${end}`;
}

/** Returns the URL where the author of a review adds a follow-up. */
export function followUpPath(reviewId: string): string {
  return `/account?review=${reviewId}`;
}
