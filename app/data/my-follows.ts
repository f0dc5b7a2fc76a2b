import { callAsSignedIn as call } from "./signed-in-call";
import type { Follow } from "~/domain/follow";

// Each throws an Error with a sentence for the visitor when it is refused or does not arrive. For the browser only.

/** A home by its id, or a locality of a city. */
export type Followed = { propertyId: string } | { city: string; locality: string };

/** What the signed-in person follows, by name, localities last. (spec 10) */
export function myFollows(): Promise<Follow[]> {
  return call("my_follows");
}

/** False where they have followed it before. */
export function followPlace(place: Followed): Promise<boolean> {
  return call("follow_place", "propertyId" in place ? { property_id: place.propertyId } : place);
}

export async function unfollow(secret: string): Promise<void> {
  await call("unfollow", { secrets: [secret] });
}
