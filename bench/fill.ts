import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { hash } from "@node-rs/bcrypt";
import type postgres from "postgres";
import { connect, startProduct } from "./product.ts";
import { seededRandom } from "./random.ts";
import * as words from "./words.ts";

/** With the migrations, these determine a filled database. When one of them changes, folders are refilled. */
const SOURCES = ["fill.ts", "fill.sql", "check-fill.sql", "words.ts", "random.ts"];
const MIGRATIONS = "../supabase/migrations";
const MARK = "bench-fill.json";
const TABLES = [
  ...["public.reviews", "public.properties", "private.review_authors", "private.review_names", "private.review_proofs"],
  ...["private.property_figures", "private.places", "private.known_words"],
  ...["storage.objects", "auth.users", "auth.identities"],
];
const CHUNK_CHARACTERS = 256 * 1024;

type Tell = (step: string) => void;

/** Fills `dataDir` with this many synthetic reviews, unless it is up to date. */
export async function fillFolder(dataDir: string, reviewCount: number, port: number, tell: Tell): Promise<void> {
  const migrations = (await fs.readdir(path.join(import.meta.dirname, MIGRATIONS))).toSorted();
  const sources = await Promise.all([...SOURCES, ...migrations.map((name) => path.join(MIGRATIONS, name))].map(read));
  const mark = JSON.stringify({ reviewCount, source: createHash("sha256").update(sources.join()).digest("hex") });
  if ((await fs.readFile(path.join(dataDir, MARK), "utf8").catch(() => "")) === mark) return;

  // The folder of the database may be a symbolic link.
  const database = await fs.realpath(path.join(dataDir, "postgres")).catch(() => null);
  if (database) await fs.rm(database, { recursive: true, force: true });
  await fs.rm(dataDir, { recursive: true, force: true });
  // The database may run as another user, who has to traverse the folder.
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  // With the sample data, whose photos the synthetic reviews share.
  const product = await startProduct(dataDir, port, "sample");
  const sql = connect(product.databaseUrl, {
    // Disables all triggers but make_searchable: they would take hours row by row, and fill.sql computes their results.
    session_replication_role: "replica",
    ...{ synchronous_commit: "off", maintenance_work_mem: "1GB", work_mem: "256MB" },
  });
  try {
    await fillDatabase(sql, reviewCount, tell);
    await linkPhotos(sql, path.join(dataDir, "storage"));
    tell("checking");
    await checkFill(sql, reviewCount);
  } finally {
    await sql.end();
    await product.stop();
  }
  await fs.writeFile(path.join(dataDir, MARK), mark);
}

/** Marks a filled folder as modified, to be refilled next time. Resolves to a function that marks it as restored. */
export async function markModified(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, MARK);
  const mark = await fs.readFile(file, "utf8");
  await fs.rm(file);
  return () => fs.writeFile(file, mark);
}

async function fillDatabase(sql: postgres.Sql, reviewCount: number, tell: Tell): Promise<void> {
  await sql`create temp table samples as select row_number() over (order by name)::int - 1 as number, name, metadata
    from storage.objects where bucket_id = 'review-proofs'`;
  await sql.unsafe(
    "truncate public.reviews, public.properties, private.places, private.known_words, auth.users cascade",
  );
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index as i
    where i.indrelid = any (${TABLES}::text[]::regclass[])
      and not exists (select from pg_constraint as c where c.conindid = i.indexrelid)
    order by pg_relation_size(i.indrelid), name`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  tell("drawing texts");
  await sql.unsafe(`create temp table homes (number int primary key, name text, locality text, city text);
    create temp table texts (number int, home int, text text)`);
  const sizes = words.homeSizes(reviewCount);
  await copy(sql, "homes", distinctHomes(sizes.length));
  await copy(sql, "texts", texts(sizes));
  tell("writing rows");
  await sql.unsafe("create temp table passwords as select $1::text as password", [await hash(randomUUID(), 4)]);
  await sql.unsafe(await read("fill.sql"));
  for (const { name, definition } of indexes) {
    tell(`indexing ${name}`);
    await sql.unsafe(definition);
  }
  tell("vacuuming");
  for (const table of TABLES) await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql`checkpoint`;
}

/** Properties that are distinct for the database, which ignores case. */
function* distinctHomes(count: number): Generator<unknown[]> {
  const random = seededRandom(1);
  const known = new Set<string>();
  while (known.size < count) {
    const home = words.drawHome(random);
    const key = Object.values(home).join("\n").toLowerCase();
    if (known.has(key)) continue;
    yield [known.size, home.name, home.locality, home.city];
    known.add(key);
  }
}

/** Each rare word is in as many reviews, evenly spread; the reviews of a property are spread at random. */
function* texts(sizes: readonly number[]): Generator<unknown[]> {
  const random = seededRandom(2);
  const homes = sizes.flatMap((size, home) => Array.from({ length: size }, () => home));
  const rareWords = words.LANGUAGES.flatMap(({ rare }) => rare);
  const places = rareWords.length * words.REVIEWS_PER_RARE_WORD;
  const rareAt = new Map(
    Array.from({ length: places }, (_, place) => [
      Math.floor(((place + 0.5) * homes.length) / places),
      rareWords[place % rareWords.length],
    ]),
  );
  for (let number = 0; homes.length > 0; number += 1) {
    const drawn = Math.floor(random() * homes.length);
    const home = homes[drawn];
    homes[drawn] = homes.at(-1) ?? 0;
    homes.pop();
    yield [number, home, words.reviewText(random, rareAt.get(number))];
  }
}

/** Creates photo files as hard links to the sample photos. */
async function linkPhotos(sql: postgres.Sql, storage: string): Promise<void> {
  const photos = await sql<{ bucket: string; object_name: string; sample: string }[]>`
    select bucket, object_name, s.name as sample from photos join samples as s on s.number = photos.sample`;
  for (const { bucket, object_name, sample } of photos) {
    const photo = path.join(storage, bucket, object_name);
    await fs.mkdir(path.dirname(photo), { recursive: true });
    await fs.link(path.join(storage, "review-proofs", sample), photo);
  }
}

/** Throws when a filled database differs from what the product's triggers would have written. */
async function checkFill(sql: postgres.Sql, reviewCount: number): Promise<void> {
  // The product's functions are slow, so they check a sample of the rows.
  const share = String(Math.min(100, 2_000_000 / reviewCount));
  for (const check of (await read("check-fill.sql"))
    .replaceAll("SHARE", share)
    .split(/^-- none: /m)
    .slice(1)) {
    const [fault = "", ...query] = check.split("\n");
    const [found] = await sql.unsafe(`select count(*)::int as rows from (${query.join("\n")}) as faults`);
    if (found?.rows !== 0) throw new Error(`The filled database has ${found?.rows} ${fault}.`);
  }
  const rare = words.LANGUAGES.flatMap((language) => language.rare);
  const common = reviewCount * words.COMMON_SHARE * (1 - words.DEVANAGARI_SHARE);
  for (const [text, expected, tolerance] of [
    ["", reviewCount, 0],
    [words.LATIN.common, common, 0.02 * reviewCount],
    ...rare.map((word) => [word, words.REVIEWS_PER_RARE_WORD, 0] as const),
  ] as const) {
    const [counted] =
      await sql`select count(*)::int as reviews from public.reviews where review_text ilike ${`%${text}%`}`;
    if (!(Math.abs(counted?.reviews - expected) <= tolerance))
      throw new Error(`"${text}" is in ${counted?.reviews} reviews.`);
  }
}

/** Writes rows by COPY. Values must not contain backslashes, tabs and line breaks. */
async function copy(sql: postgres.Sql, target: string, rows: Iterable<unknown[]>): Promise<void> {
  function* chunks(): Generator<string> {
    let text = "";
    for (const row of rows) {
      text += `${row.join("\t")}\n`;
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = "";
    }
    if (text) yield text;
  }
  await pipeline(chunks, await sql.unsafe(`copy ${target} from stdin`).writable());
}

function read(name: string): Promise<string> {
  return fs.readFile(path.join(import.meta.dirname, name), "utf8");
}
