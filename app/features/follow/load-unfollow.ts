import { data } from "react-router";
import { followsOfLink, unfollow } from "~/data/follows";
import type { PageBackend } from "~/data/page-backend";
import { type Follow, secretsOf } from "~/domain/follow";

/** What the link of an e-mail would end. Reading ends nothing: mail programs open links to look at them first. */
export function loadUnfollow(secrets: string, backend: PageBackend): Promise<Follow[]> {
  return inDatabase(backend.read((database) => followsOfLink(database, secretsOf(secrets)), null));
}

/** Ends it. Resolves to what there was. */
export function endFollows(secrets: string, backend: PageBackend): Promise<Follow[]> {
  return inDatabase(backend.read((database) => unfollow(database, secretsOf(secrets)), null));
}

async function inDatabase(follows: Promise<Follow[] | null>): Promise<Follow[]> {
  const found = await follows;
  if (!found) throw data("There are no accounts on this site.", { status: 404 });
  return found;
}
