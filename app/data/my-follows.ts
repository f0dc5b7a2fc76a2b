import { callAsSignedIn as call } from "./signed-in-call";
import type { Follow } from "~/domain/follow";

// Each call throws an Error with a message for the visitor if it fails. For the browser only.

/** A home by its id, or a locality of a city. */
export type FollowablePlace = { propertyId: string } | { city: string; locality: string };

/** Returns what the signed-in user follows, by name, localities last. (spec 10) */
export function myFollows(): Promise<Follow[]> {
  return call("my_follows");
}

/** Follows a home or a locality. Returns false if the user already followed it. */
export function followPlace(place: FollowablePlace): Promise<boolean> {
  return call("follow_place", "propertyId" in place ? { property_id: place.propertyId } : place);
}

export async function unfollow(secret: string): Promise<void> {
  await call("unfollow", { secrets: [secret] });
}
