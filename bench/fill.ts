import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { TABLES } from "../server/embedded/calls.ts";
import { refreshPlaces } from "../server/embedded/sweeping.ts";
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
/** More are copies of as many. */
const MOST_WRITTEN = 1_000_000;
const COPIED = 100_000;
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
  const indexes = await dropIndexes(sql, "% using gin %");

  const ownCount = reviewCount > MOST_WRITTEN ? COPIED : reviewCount;
  const now = new Date();
  tell("writing accounts");
  for (const accounts of batches(syntheticAccounts(ownCount, now))) {
    await sql`insert into auth.users ${sql(accounts)}`;
  }
  let written = 0;
  for (const reviews of batches(syntheticReviews(ownCount, samples, now))) {
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
  if (reviewCount > ownCount) {
    indexes.push(...(await dropIndexes(sql, "create index %")));
    await copyHomes(sql, reviewCount / ownCount, tell);
  }
  for (const { name, definition } of indexes) {
    tell(`indexing ${name}`);
    await sql.unsafe(definition);
  }
  tell("counting places");
  await refreshPlaces(sql);
  tell("vacuuming");
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

/** Drops the indexes whose definition matches, of public and private. */
async function dropIndexes(sql: postgres.Sql, definition: string): Promise<{ name: string; definition: string }[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition
    from pg_indexes where schemaname in ('public', 'private') and indexdef ilike ${definition}`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  return indexes;
}

/** What differs in the copy with this number, by table: the rest is the same. */
const copied = (nth: number, count: number): Record<string, Record<string, string>> => {
  const id = (column: string) => `md5(${column}::text || ' ${nth}')::uuid`;
  const photo = (column: string) => `replace(${column}, '.', 'x${nth}.')`;
  return {
    "public.properties": {
      ...{ id: id("id"), property_name: `property_name || ' ${nth}'` },
      ...{ search_text: `search_text || '${nth} '`, words: `words || '${nth}'::text` },
    },
    "public.reviews": {
      ...{ id: id("id"), property_id: id("property_id"), property_name: `property_name || ' ${nth}'` },
      insert_order: `insert_order + ${nth * count}`,
    },
    "private.property_figures": { property_id: id("property_id"), last_order: `last_order + ${nth * count}` },
    "private.review_authors": { review_id: id("review_id") },
    "private.review_names": { review_id: id("review_id") },
    "private.review_proofs": { review_id: id("review_id"), photo_name: photo("photo_name") },
    "storage.objects": { id: "gen_random_uuid()", name: photo("name") },
  };
};

/**
 * Makes `times` as many homes of those there are, under names with a number, past all triggers: writing ten million reviews one by one would
 * take a day. Photos have rows and no files.
 */
async function copyHomes(sql: postgres.Sql, times: number, tell: (step: string) => void): Promise<void> {
  const [last] = await sql<{ count: number }[]>`select max(insert_order)::int as count from public.reviews`;
  const count = last?.count ?? 0;
  const ALWAYS = ["public.properties", "public.reviews"];
  for (const table of ALWAYS) await sql.unsafe(`alter table ${table} disable trigger make_searchable`);
  await sql`set session_replication_role = replica`;
  const columns: Record<string, string[]> = {};
  for (const table of Object.keys(copied(1, count))) {
    const found = await sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
    columns[table] = found.map(({ name }) => name);
    await sql.unsafe(`create temporary table "${table}" as select * from ${table}`);
  }
  for (let nth = 1; nth < times; nth += 1) {
    tell(`copying homes, ${nth + 1} of ${times}`);
    for (const [table, changes] of Object.entries(copied(nth, count))) {
      const values = columns[table]?.map((name) => changes[name] ?? `"${name}"`);
      // Two homes in a million have ids that begin alike, and the second is left out with its reviews.
      const isThere = table === "public.reviews" || table === "private.property_figures";
      await sql.unsafe(`
        insert into ${table} (${columns[table]?.map((name) => `"${name}"`)}) overriding system value
        select ${values} from pg_temp."${table}"
        ${isThere ? `where exists (select from public.properties as p where p.id = ${changes.property_id})` : ""}
        on conflict do nothing`);
    }
    await sql`insert into private.known_words (word) values (${String(nth)}) on conflict do nothing`;
  }
  await sql`update private.places set home_count = home_count * ${times}`;
  await sql`select setval(pg_get_serial_sequence('public.reviews', 'insert_order'), ${count * times})`;
  await sql`set session_replication_role = origin`;
  for (const table of ALWAYS) await sql.unsafe(`alter table ${table} enable always trigger make_searchable`);
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
