import { expect, inject, test } from "vitest";
import { claimDatabase } from "../../../server/embedded/postgres/ownership.ts";
import { owner } from "./one-database.ts";

test("gives the database of DATABASE_URL to one server at a time, also while another connection takes the lock over", async () => {
  const url = new URL(inject("clusterUrl"));
  url.pathname = `/${owner.options.database}`;
  const claim = await claimDatabase(url.href);
  const refused = () =>
    expect(claimDatabase(url.href)).rejects.toThrow("Another GharSach uses the database in DATABASE_URL");
  await refused();
  await claim.handOver(url.href);
  await refused();
  await claim.release();
  await (await claimDatabase(url.href)).release();
});
