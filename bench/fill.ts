import { createHash } from "node:crypto";
import { linkSync, mkdirSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import type postgres from "postgres";
import { TABLES } from "../server/embedded/calls.ts";
import { refreshPlaces } from "../server/embedded/sweeping.ts";
import { connect, startProduct } from "./product.ts";
import { syntheticAccounts, syntheticReviews } from "./synthetic-reviews.ts";

/** If one of these changes, databases are refilled. */
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
/** Larger databases, and the aged one, consist of copies of COPIED reviews. */
const MOST_WRITTEN = 1_000_000;
const COPIED = 100_000;
const BUCKET = "review-proofs";
/** Hard links per file: ext4 allows 65,000. */
const MOST_LINKS = 60_000;
/** A million reviews after ten years, with 600,000 photos. */
const AGED = { photoShare: 0.374, hiddenShare: 0.02, logged: 300_000, grievances: 50_000, follows: 100_000 };

export const REVIEW_COLUMNS = Object.keys(TABLES.reviews.row.shape);

/** Fills `dataDir` with this many synthetic reviews ("aged": see AGED), unless it is up to date. */
export async function fillFolder(
  dataDir: string,
  size: number | "aged",
  port: number,
  logStep: (step: string) => void,
): Promise<void> {
  const mark = JSON.stringify({ size, sources: await hashOfSources() });
  if ((await fs.readFile(path.join(dataDir, MARK), "utf8").catch(() => "")) === mark) return;

  // `dataDir` can be a symbolic link: the server creates one if its system user cannot enter the parent folder. Delete the database
  // in the link's target, too.
  const data = await fs.realpath(path.join(dataDir, "postgres")).catch(() => dataDir);
  for (const folder of [data, dataDir]) await fs.rm(folder, { recursive: true, force: true });
  // The database may run as another user, which must be able to enter the folder.
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  const product = await startProduct(dataDir, port, "sample");
  const sql = connect(product.databaseUrl);
  await replaceSamples(sql, path.join(dataDir, "storage"), size, logStep);
  await sql.end();
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

/**
 * Replaces the samples by synthetic reviews, which share the samples' photos. Runs the product's triggers, except for the copies of
 * copyHomes and for aged reports.
 */
async function replaceSamples(
  sql: postgres.Sql,
  storage: string,
  size: number | "aged",
  logStep: (step: string) => void,
): Promise<void> {
  const samples = await sql`select ${sql(REVIEW_COLUMNS)} from public.reviews order by id`;
  const samplePhotos = await sql`select name, metadata from storage.objects order by name`;
  await sql`
    truncate public.reviews, public.properties, private.places, private.known_words, private.monthly_reviewers, storage.objects cascade`;
  await sql`set synchronous_commit = off`;
  await sql`set maintenance_work_mem = '1GB'`;
  // Filling the indexes of searches row by row would take hours.
  const indexes = await dropIndexes(sql, "% using gin %");

  const isAged = size === "aged";
  const reviewCount = isAged ? MOST_WRITTEN : size;
  const ownCount = isAged || reviewCount > MOST_WRITTEN ? COPIED : reviewCount;
  const now = new Date();
  logStep("writing accounts");
  for (const accounts of batches(syntheticAccounts(ownCount, now))) {
    await sql`insert into auth.users ${sql(accounts)}`;
  }
  let written = 0;
  for (const reviews of batches(syntheticReviews(ownCount, samples, now, isAged ? AGED : undefined))) {
    if (written % 50_000 === 0) logStep(`writing reviews from ${written}`);
    const rows = reviews.map(({ row, photos: names }, index) => {
      const urls = names.map((name) => `/storage/v1/object/public/${BUCKET}/${name}`);
      const proofs = { verified: urls.length > 0, proof_urls: urls.length > 0 ? urls : null };
      return { ...row, ...proofs, ...(isAged && ofAgedReview(written + index)) };
    });
    await sql`insert into public.reviews ${sql(rows)}`;
    written += rows.length;
  }
  if (reviewCount > ownCount) {
    indexes.push(...(await dropIndexes(sql, "create index %")));
    await copyHomes(sql, reviewCount / ownCount, logStep);
  }
  for (const { name, definition } of indexes) {
    logStep(`indexing ${name}`);
    await sql.unsafe(definition);
  }
  if (isAged) await age(sql, logStep);
  logStep("adding photos");
  const photos = await sql<{ file: string }[]>`
    insert into storage.objects (bucket_id, name, metadata, created_at)
    select case when r.hidden_at is null then ${BUCKET} else 'withheld-proofs' end,
      case when r.hidden_at is null then 'public' else r.id::text end || '/' || p.photo_name, ${samplePhotos[0]?.metadata}, r.created_at
    from private.review_proofs as p join public.reviews as r on r.id = p.review_id
    returning bucket_id || '/' || name as file`;
  for (const [index, { file }] of photos.slice(0, samplePhotos.length * MOST_LINKS).entries()) {
    mkdirSync(path.join(storage, path.dirname(file)), { recursive: true });
    linkSync(path.join(storage, BUCKET, samplePhotos[index % samplePhotos.length]?.name), path.join(storage, file));
  }
  logStep("counting places");
  await refreshPlaces(sql);
  logStep("vacuuming");
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
}

async function dropIndexes(sql: postgres.Sql, definition: string): Promise<{ name: string; definition: string }[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition
    from pg_indexes where schemaname in ('public', 'private') and indexdef ilike ${definition}`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  return indexes;
}

/** Returns the columns that differ in the nth copy, by table. */
const copied = (nth: number, count: number): Record<string, Record<string, string>> => {
  const id = (column: string) => `md5(${column}::text || ' ${nth}')::uuid`;
  return {
    "auth.users": { id: id("id"), email: `'${nth}.' || email` },
    "public.properties": {
      ...{ id: id("id"), property_name: `property_name || ' ${nth}'` },
      ...{ search_text: `search_text || '${nth} '`, words: `words || '${nth}'::text` },
    },
    "public.reviews": {
      ...{ id: id("id"), property_id: id("property_id"), property_name: `property_name || ' ${nth}'` },
      insert_order: `insert_order + ${nth * count}`,
    },
    "private.property_figures": {
      ...{ property_id: id("property_id"), last_order: `last_order + ${nth * count}` },
      spellings: `regexp_replace(spellings::text, '("property_name:[^"]*)', '\\1 ${nth}', 'g')::jsonb`,
    },
    "private.review_authors": { review_id: id("review_id"), user_id: id("user_id") },
    "private.review_names": { review_id: id("review_id"), email: `'${nth}.' || email` },
    "private.review_proofs": {
      review_id: id("review_id"),
      photo_name: `replace(photo_name, '.', 'x${nth}.')`,
    },
  };
};

/**
 * Copies each home with its reviews until there are `times` as many, with a number in the copies' names. Bypasses triggers:
 * inserting ten million reviews one by one would take a day.
 */
async function copyHomes(sql: postgres.Sql, times: number, logStep: (step: string) => void): Promise<void> {
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
    logStep(`copying homes, ${nth + 1} of ${times}`);
    for (const [table, changes] of Object.entries(copied(nth, count))) {
      const values = columns[table]?.map((name) => changes[name] ?? `"${name}"`);
      // Among a million homes, two can get the same short_id: skips the second home and its reviews.
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

/**
 * Returns the columns that differ in an aged review: one in twenty is of an unaccepted town, and as many are flagged as in the
 * young database.
 */
const ofAgedReview = (number: number) => ({
  reported: number % 8_000 === 0,
  ...(number % 20 === 0 && { city: `Rampur ${(number / 20).toString(36)}` }),
});

/** Adds ten years of operators' decisions, grievances, reports and follows. */
async function age(sql: postgres.Sql, logStep: (step: string) => void): Promise<void> {
  logStep("aging");
  await sql`update private.settings set value = '3650' where key = 'grievance_days'`;
  await sql`
    create temporary table chosen as
    select (row_number() over ())::integer as n, id, property_id, now() - random() * interval '10 years' as at
    from (select * from public.reviews where hidden_at is null order by random() limit ${AGED.logged}) as r`;
  // Grievances of the last day are undecided.
  await sql`
    insert into private.grievances (secret, ticket, writer, ground, page, words, received_at, acknowledge_by, decide_by, acknowledged_at,
      decided_at, outcome, clause, sentence)
    select gen_random_uuid(), 'G' || to_char(at, 'YYMMDD') || '-' || n, 'owner', (array['untrue', 'private-data', 'threat'])[1 + n % 3],
      '/reviews#review-' || id, repeat('It is not true. ', 10), at, at + interval '1 day', at + interval '7 days',
      ended - interval '1 hour', ended, case when ended > at then (array['upheld', 'partly', 'refused'])[1 + n % 3] end, '2.2',
      case when ended > at then 'It names a private person.' end
    from (select n, id, now() - n * interval '103 minutes' as at from chosen where n <= ${AGED.grievances}) as filed
    cross join lateral (select case when at < now() - interval '1 day' then at + (0.1 + random()) * interval '20 hours' end as ended) as e`;
  await sql`
    insert into private.grievance_emails
    select id, 'complainant.' || ticket || '@example.com' from private.grievances where hashtext(ticket) % 5 <> 0`;
  await sql`
    with entry (at, command, subject, details) as (
      select hidden_at, 'hide', id::text, '{"clause": "2.2"}'::jsonb from public.reviews where hidden_at is not null
      union all
      select e.at, e.command, g.id::text, to_jsonb(g) - array['page', 'words', 'sentence'] from private.grievances as g cross join lateral (
        values (received_at, 'file-grievance'), (acknowledged_at, 'acknowledge-grievance'), (decided_at, 'decide-grievance')) as e (at, command)
      where e.at is not null
    )
    insert into private.audit_log (at, operator, command, subject, reason, details)
    select at, 'asha', command, subject, 'It breaks this rule.', details from (
      select * from entry
      union all
      select at, (array['clear-flag', 'clear-flag', 'unhide', 'approve-reply', 'refuse-reply', 'author-of', 'about'])[1 + n % 7], id::text,
        '{"clause": "5.1"}' from chosen where n <= ${AGED.logged} - (select count(*) from entry)) as logged
    order by at`;
  // Triggers would date the reports today.
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.review_reports (review_id, reason, reporter_fingerprint, created_at)
    select id, 'spam', encode(sha256(id::text::bytea), 'hex'), at from chosen where n <= ${AGED.grievances}`;
  await sql`insert into private.reporter_emails select id, 'reporter.' || id || '@example.com' from public.review_reports`;
  await sql`set session_replication_role = origin`;
  // Four per account, one of them of a locality.
  await sql`
    insert into private.follows (user_id, property_id, city_slug, locality_slug, seen_order)
    select u.id, case when c.n % 4 > 0 then c.property_id end, case when c.n % 4 = 0 then f.city_slug end,
      case when c.n % 4 = 0 then f.locality_slug end, ${MOST_WRITTEN}
    from chosen as c join private.property_figures as f using (property_id)
    join (select id, row_number() over (order by md5(id::text)) as n from auth.users) as u on u.n = c.n / 4 + 1
    where c.n <= ${AGED.follows} on conflict do nothing`;
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
