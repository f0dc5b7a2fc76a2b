import { z } from "zod";
import type { Database, DatabaseFunction } from "./database";
import { read } from "./reviews";
import { isUuid } from "./uuid";
import type { Follow, PlaceAlert } from "~/domain/follow";

// Only loaders and actions import this file, so zod stays on the server. Browsers use my-follows.ts.

const text = z.string().nullable();
const follows = z.array(
  z.object({
    ...{ secret: z.string(), propertyId: text, propertyName: text, locality: text, city: text, hasHomes: z.boolean() },
  }),
);

/** Returns the follows with these secrets. Throws a DatabaseFailure. */
export function followsOfLink(database: Database, secrets: string[]): Promise<Follow[]> {
  return withSecrets(database, "follows_of_link", secrets);
}

/** Ends the follows with these secrets. Returns those that existed. */
export function unfollow(database: Database, secrets: string[]): Promise<Follow[]> {
  return withSecrets(database, "unfollow", secrets);
}

async function withSecrets(database: Database, name: DatabaseFunction, secrets: string[]): Promise<Follow[]> {
  const wellFormed = secrets.filter(isUuid);
  return wellFormed.length === 0 ? [] : read(database, follows, name, { secrets: wellFormed });
}

const alert = z.object({ locality: z.string(), city: z.string(), isConfirmed: z.boolean() }).nullable();

/** Returns the place alert with this secret, after confirming or deleting it if it is answered; null if there is none. Throws a DatabaseFailure. */
export async function placeAlert(database: Database, secret: string, answer?: boolean): Promise<PlaceAlert | null> {
  if (!isUuid(secret)) return null;
  if (answer === undefined) return read(database, alert, "place_alert", { secret });
  return read(database, alert, "answer_place_alert", { secret, is_wanted: answer });
}
