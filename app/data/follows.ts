import { z } from "zod";
import type { Database, DatabaseFunction } from "./database";
import { read } from "./reviews";
import { isUuid } from "./uuid";
import type { Follow } from "~/domain/follow";

// Only loaders and actions import this file, so zod stays on the server. Browsers use my-follows.ts.

const text = z.string().nullable();
const follows = z.array(
  z.object({ secret: z.string(), propertyId: text, propertyName: text, locality: text, city: text }),
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
