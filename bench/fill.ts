import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { TABLES } from "../server/embedded/calls.ts";
import { connect, startProduct } from "./product.ts";
import { syntheticAccounts, syntheticReviews } from "./synthetic-reviews.ts";

/** What determines a filled database. When one of them changes, folders are refilled. */
const SOURCES = [
  "bench/fill.ts",
  "bench/synthetic-reviews.ts",
  "bench/words.ts",
  "bench/random.ts",
  "supabase/migrations",
  "supabase/seed.sql",
];
const MARK = "bench-fill.json";
const BATCH = 1_000;
const BUCKET = "review-proofs";

/** The columns of public.reviews that the form sends. */
export const REVIEW_COLUMNS = Object.keys(TABLES.reviews.row.shape);

/** Fills `dataDir` with this many synthetic reviews, or with the samples (null), unless it is up to date. */
export async function fillFolder(
  dataDir: string,
  reviewCount: number | null,
  port: number,
  tell: (step: string) => void,
): Promise<void> {
  const mark = JSON.stringify({ reviewCount, sources: await hashOfSources() });
  if ((await fs.readFile(path.join(dataDir, MARK), "utf8").catch(() => "")) === mark) return;

  // Where the database's user cannot enter the folder, its data are behind a link.
  const data = await fs.realpath(path.join(dataDir, "postgres")).catch(() => dataDir);
  for (const folder of [data, dataDir]) await fs.rm(folder, { recursive: true, force: true });
  // The database may run as another user, who has to traverse the folder.
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  const product = await startProduct(dataDir, port, "sample");
  if (reviewCount !== null) {
    const sql = connect(product.databaseUrl);
    await replaceSamples(sql, path.join(dataDir, "storage", BUCKET), reviewCount, tell);
    await sql.end();
  }
  await product.stop();
  await fs.writeFile(path.join(dataDir, MARK), mark);
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const found = path.join(import.meta.dirname, "..", source);
    const names = (await fs.stat(found)).isDirectory() ? (await fs.readdir(found)).toSorted() : [""];
    for (const name of names) hash.update(await fs.readFile(path.join(found, name)));
  }
  return hash.digest("hex");
}

/** Publishes synthetic reviews in place of the samples, through the product's own triggers. They share the samples' photos. */
async function replaceSamples(
  sql: postgres.Sql,
  photoFolder: string,
  reviewCount: number,
  tell: (step: string) => void,
): Promise<void> {
  const samples = await sql`select ${sql(REVIEW_COLUMNS)} from public.reviews order by id`;
  const samplePhotos = await sql<{ name: string; metadata: postgres.JSONValue }[]>`
    select name, metadata from storage.objects where bucket_id = ${BUCKET} order by name`;
  await sql`
    truncate public.reviews, public.properties, private.places, private.known_words, private.monthly_reviewers cascade`;
  await sql`set synchronous_commit = off`;
  await sql`set maintenance_work_mem = '1GB'`;
  // Filling the indexes of searches row by row would take hours.
  const indexes = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition
    from pg_indexes where schemaname in ('public', 'private') and indexdef ilike '% using gin %'`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);

  const now = new Date();
  tell("writing accounts");
  for (const accounts of batches(syntheticAccounts(reviewCount, now))) {
    await sql`insert into auth.users ${sql(accounts)}`;
  }
  let written = 0;
  for (const reviews of batches(syntheticReviews(reviewCount, samples, now))) {
    if (written % 50_000 === 0) tell(`writing reviews from ${written}`);
    const photos = reviews
      .flatMap((review) => review.photos)
      .map((name, index) => ({ name, sample: samplePhotos[(written + index) % samplePhotos.length] }));
    const objects = photos.map(({ name, sample }) => ({ bucket_id: BUCKET, name, metadata: sample?.metadata }));
    await sql`insert into storage.objects ${sql(objects)}`;
    for (const { name, sample } of photos) {
      await fs.link(path.join(photoFolder, sample?.name ?? ""), path.join(photoFolder, name));
    }
    const rows = reviews.map(({ row, photos: names }) => {
      const urls = names.map((name) => `/storage/v1/object/public/${BUCKET}/${name}`);
      return { ...row, verified: urls.length > 0, proof_urls: urls.length > 0 ? urls : null };
    });
    await sql`insert into public.reviews ${sql(rows)}`;
    written += rows.length;
  }
  for (const { name, definition } of indexes) {
    tell(`indexing ${name}`);
    await sql.unsafe(definition);
  }
  tell("counting places");
  await sql`select public.operator_refresh_places()`;
  tell("vacuuming");
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

function* batches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
