import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { hash } from "@node-rs/bcrypt";
import type postgres from "postgres";
import { checkFill } from "./check-fill.ts";
import { connect, startProduct } from "./product.ts";
import { type Account, type SyntheticData, syntheticReviews } from "./synthetic-reviews.ts";

/** What decides how a filled database looks. When one of these changes, folders are filled anew. */
const SOURCES = ["fill.ts", "synthetic-reviews.ts", "words.ts", "homes.ts", "random.ts"];
const MARK = "bench-fill.json";

const TABLES = [
  ...["public.reviews", "public.properties", "private.review_authors", "private.review_names", "private.review_proofs"],
  ...["storage.objects", "auth.users", "auth.identities"],
];
const CHARACTERS_AT_ONCE = 256 * 1024;

/** Makes `dataDir` hold so many synthetic reviews. A folder that holds them already stays as it is. */
export async function fillFolder(
  dataDir: string,
  reviewCount: number,
  port: number,
  tell: (step: string) => void,
): Promise<void> {
  const mark = JSON.stringify({ reviewCount, source: await sourceHash() });
  if ((await fs.readFile(path.join(dataDir, MARK), "utf8").catch(() => "")) === mark) return;

  await removeFolder(dataDir);
  // The database may run as another user: it has to get through.
  await fs.mkdir(dataDir, { recursive: true, mode: 0o711 });
  // With the sample data, because its photos are what the synthetic reviews show, too.
  const product = await startProduct(dataDir, port, "sample");
  try {
    const sql = connect(product.databaseUrl, {
      // What a visitor's review sets off is worked out here instead: row by row it would take hours.
      session_replication_role: "replica",
      synchronous_commit: "off",
      maintenance_work_mem: "1GB",
      work_mem: "256MB",
    });
    try {
      await fillDatabase(sql, path.join(dataDir, "storage"), reviewCount, tell);
      tell("checking");
      await checkFill(sql, reviewCount);
    } finally {
      await sql.end();
    }
  } finally {
    await product.stop();
  }
  await fs.writeFile(path.join(dataDir, MARK), mark);
}

/**
 * Says that a filled folder is about to change. Resolves to what says that the change was undone; where that is never said,
 * the folder is filled anew next time.
 */
export async function borrowFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, MARK);
  const mark = await fs.readFile(file, "utf8");
  await fs.rm(file);
  return () => fs.writeFile(file, mark);
}

/** Also the folder of the database where it lies elsewhere and is only linked. */
async function removeFolder(dataDir: string): Promise<void> {
  const database = path.join(dataDir, "postgres");
  const stat = await fs.lstat(database).catch(() => null);
  if (stat?.isSymbolicLink()) await fs.rm(path.dirname(await fs.realpath(database)), { recursive: true, force: true });
  await fs.rm(dataDir, { recursive: true, force: true });
}

async function fillDatabase(
  sql: postgres.Sql,
  storage: string,
  reviewCount: number,
  tell: (step: string) => void,
): Promise<void> {
  const photos = await sql<{ name: string; metadata: object }[]>`
    select name, metadata from storage.objects where bucket_id = 'review-proofs' order by name`;
  await sql.unsafe("truncate public.reviews, public.properties, auth.users cascade");
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index as i
    where i.indrelid = any (${TABLES}::text[]::regclass[])
      and not exists (select from pg_constraint as c where c.conindid = i.indexrelid)
    order by pg_relation_size(i.indrelid), name`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);

  const now = new Date();
  const data = syntheticReviews(reviewCount, photos.length, now);
  tell("writing accounts");
  await writeAccounts(sql, data.accounts, now);
  tell("writing reviews");
  const { totals, proofs } = await writeReviews(sql, data);
  tell("writing photos");
  await writePhotos(sql, path.join(storage, "review-proofs"), photos, proofs);
  tell("writing properties");
  await writeProperties(sql, data, totals);
  for (const { name, definition } of indexes) {
    tell(`indexing ${name}`);
    await sql.unsafe(definition);
  }
  tell("vacuuming");
  for (const table of TABLES) await sql.unsafe(`vacuum (analyze) ${table}`);
  await sql`checkpoint`;
}

/** As after a confirmed sign-up, with a password that nobody knows. */
async function writeAccounts(sql: postgres.Sql, accounts: readonly Account[], now: Date): Promise<void> {
  const password = await hash(randomUUID(), 4);
  const joined = new Date(now.getTime() - 7 * 365 * 86_400_000);
  const meta = { provider: "email", providers: ["email"] };
  await copy(
    sql,
    "auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)",
    accounts.map(({ id, email }) => {
      const user = { email, email_verified: false, phone_verified: false, sub: id };
      return [id, email, password, joined, meta, user, joined, joined];
    }),
  );
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    select gen_random_uuid(), 'email', id::text, id, raw_user_meta_data, created_at, created_at from auth.users`;
}

/** What the triggers would have added up for a property. */
interface Totals {
  reviewCount: number;
  ratingTotal: number;
  verifiedCount: number;
  firstAt: Date;
}

/** A photo of a review: its name, and which of the sample photos it is a copy of. */
interface Proof {
  name: string;
  sample: number;
}

async function writeReviews(sql: postgres.Sql, data: SyntheticData) {
  const totals = new Map<number, Totals>();
  const proofs: Proof[] = [];
  const authors: string[] = [];
  const names: string[] = [];
  const proofRows: string[] = [];

  let insertOrder = 0;
  function* rows(): Generator<Value[]> {
    for (const review of data.reviews()) {
      const place = data.homes[review.home];
      const account = data.accounts[review.account];
      if (!place || !account) throw new Error("A review without a home or an author.");
      addTo(totals, review);
      const signature = review.email === null ? "none" : review.isOwnEmail ? "own" : "other";
      authors.push(line([review.id, account.id, signature, review.hiddenAt === null ? review.createdAt : null]));
      if (review.email) names.push(line([review.id, review.email, review.email.split("@")[0] ?? ""]));
      for (const [index, sample] of review.photos.entries()) {
        const name = `${dayStart(review.createdAt)}-${review.id.replaceAll("-", "").slice(0, 12)}${index}.jpg`;
        proofs.push({ name, sample });
        proofRows.push(line([name, review.id, index + 1]));
      }
      const { home } = place;
      yield [
        ...[review.id, place.id, home.name, home.locality, home.city, review.propertyType, review.rating, review.text],
        ...[review.moveInDate, review.duration, review.wouldRecommend, review.moveOutIntent, review.verified],
        ...[review.issues, review.howIssuesReported, review.issueResolutionStatus, review.managementResponseTime],
        ...[review.createdAt, (insertOrder += 1), review.hiddenAt],
      ];
    }
  }
  await copy(
    sql,
    `public.reviews (
      id, property_id, property_name, locality, city, property_type, rating, review_text,
      move_in_date, duration, would_recommend, move_out_intent, verified,
      reported_issues, how_issues_reported, issue_resolution_status, management_response_time,
      created_at, insert_order, hidden_at)`,
    rows(),
  );
  await sql`select setval(pg_get_serial_sequence('public.reviews', 'insert_order'), ${insertOrder})`;
  await copy(sql, "private.review_authors (review_id, user_id, signature, counted_at)", authors);
  await copy(sql, "private.review_names (review_id, email, display_name)", names);
  await sql`
    insert into private.monthly_reviewers (month, user_id, signature, review_count, first_at)
    select month, user_id, signature, count(*), min(counted_at)
    from private.review_authors, date_trunc('month', counted_at at time zone 'Asia/Kolkata') as month
    where counted_at > now() - interval '31 days'
    group by 1, 2, 3`;
  await copy(sql, "private.review_proofs (photo_name, review_id, position)", proofRows);
  return { totals, proofs };
}

/** Files that are links to the sample photos, and the rows that stand for them. */
async function writePhotos(
  sql: postgres.Sql,
  bucket: string,
  samples: readonly { name: string; metadata: object }[],
  proofs: readonly Proof[],
): Promise<void> {
  const uploaded = new Date();
  function* rows(): Generator<Value[]> {
    for (const { name, sample } of proofs) {
      yield [randomUUID(), "review-proofs", `public/${name}`, samples[sample]?.metadata ?? null, uploaded];
    }
  }
  for (const { name, sample } of proofs) {
    await fs.link(path.join(bucket, samples[sample]?.name ?? ""), path.join(bucket, "public", name));
  }
  await copy(sql, "storage.objects (id, bucket_id, name, metadata, created_at)", rows());
}

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;

/** The start of the day in India, in milliseconds, as names of photos carry it. */
function dayStart(date: Date): number {
  return date.getTime() - ((date.getTime() + INDIA_MS) % DAY_MS);
}

function addTo(
  totals: Map<number, Totals>,
  review: { home: number; rating: number; verified: boolean; createdAt: Date; hiddenAt: Date | null },
): void {
  let total = totals.get(review.home);
  if (!total) {
    total = {
      reviewCount: 0,
      ratingTotal: 0,
      verifiedCount: 0,
      firstAt: review.createdAt,
    };
    totals.set(review.home, total);
  }
  if (review.hiddenAt !== null) return;
  total.reviewCount += 1;
  total.ratingTotal += review.rating;
  if (review.verified) {
    total.verifiedCount += 1;
  }
}

/** In the order in which their first reviews came. */
async function writeProperties(sql: postgres.Sql, data: SyntheticData, totals: Map<number, Totals>): Promise<void> {
  function* rows(): Generator<Value[]> {
    for (const [index, total] of totals) {
      const place = data.homes[index];
      if (!place) throw new Error("Totals without a home.");
      const { name, locality, city } = place.home;
      yield [
        ...[place.id, name, locality, city, total.reviewCount, total.ratingTotal, total.verifiedCount],
        total.firstAt,
      ];
    }
  }
  await copy(
    sql,
    `public.properties (id, property_name, locality, city,
      review_count, rating_total, verified_count, created_at)`,
    rows(),
  );
}

type Value = string | number | boolean | Date | object | null;

/** Writes rows by COPY: values, or lines that are ready. */
async function copy(sql: postgres.Sql, target: string, rows: Iterable<Value[] | string>): Promise<void> {
  function* chunks(): Generator<string> {
    let text = "";
    for (const row of rows) {
      text += typeof row === "string" ? row : line(row);
      if (text.length < CHARACTERS_AT_ONCE) continue;
      yield text;
      text = "";
    }
    if (text) yield text;
  }
  await pipeline(chunks, await sql.unsafe(`copy ${target} from stdin`).writable());
}

function line(values: readonly Value[]): string {
  return `${values.map(field).join("\t")}\n`;
}

function field(value: Value): string {
  if (value === null || value === "") return String.raw`\N`;
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

async function sourceHash(): Promise<string> {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const sum = createHash("sha256");
  for (const name of SOURCES) sum.update(await fs.readFile(path.join(folder, name)));
  return sum.digest("base64url").slice(0, 22);
}
