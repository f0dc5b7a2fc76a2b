import { homePath, localityHomesPath } from "./home.ts";

/** A home or a locality that somebody follows, as they and the link of their e-mails see it. */
export interface Follow {
  /** Who has it may end it. */
  secret: string;
  /** Null for a locality, and where nothing of it is shown any more. So are the names. */
  propertyId: string | null;
  propertyName: string | null;
  locality: string | null;
  city: string | null;
}

/** The most that one account follows. Must match private.max_follows in the migrations. */
export const MAX_FOLLOWS = 20;

/** The page that ends the follows with these secrets; a POST to it does so at once. */
export function unfollowPath(secrets: readonly string[]): string {
  return `/unfollow/${secrets.join(".")}`;
}

/** The secrets in the last part of that path, as many as one account can have. */
export function secretsOf(segment: string): string[] {
  return segment.split(".").slice(0, MAX_FOLLOWS);
}

/** What is followed, in words. */
export function followName({ propertyName, locality, city }: Follow): string {
  return [propertyName, locality, city].filter(Boolean).join(", ") || "A place that is no longer shown";
}

/** The page of what is followed; null where nothing of it is shown any more. */
export function followedPath({ propertyId, propertyName, locality, city }: Follow): string | null {
  if (locality === null || city === null) return null;
  if (propertyId === null || propertyName === null) return localityHomesPath(city, locality);
  return homePath({ propertyId, propertyName, locality, city });
}

/** Where the author of a review adds a follow-up to it. */
export function followUpPath(reviewId: string): string {
  return `/account?review=${reviewId}`;
}
