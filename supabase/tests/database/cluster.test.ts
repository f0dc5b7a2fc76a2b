import { expect, inject, test } from "vitest";
import { claimDatabase } from "../../../server/embedded/postgres/ownership.ts";
import { owner } from "./test-database.ts";

test("lets one server at a time use the database in DATABASE_URL, also during a handover of the lock", async () => {
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

// pg_trgm uses LC_CTYPE: with "C" it knows no letters beyond ASCII, and searches in other scripts scan.
test("creates the cluster with LC_CTYPE C.UTF-8 if the C library has it", async () => {
  const isAvailable = await owner`create collation utf8 (provider = libc, locale = 'C.UTF-8')`.then(
    () => true,
    () => false,
  );
  const [template] = await owner`select datctype as ctype from pg_database where datname = 'template1'`;
  expect(template?.ctype).toBe(isAvailable ? "C.UTF-8" : "C");
});
