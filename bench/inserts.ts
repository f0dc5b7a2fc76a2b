import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PostgrestClient } from "@supabase/postgrest-js";
import PostalMime from "postal-mime";
import { widenLimits } from "../scripts/widen-limits.ts";
import { borrowFolder } from "./fill.ts";
import { connect, type Product } from "./product.ts";
import { seededRandom } from "./random.ts";
import { median, type Timing, timing } from "./statistics.ts";
import { syntheticReviews } from "./synthetic-reviews.ts";

const WARM_UP = 50;
const IN_A_ROW = 400;
const WRITERS = 8;
const ROUNDS = 3;
const ROUND_MS = 4_000;

/** So many different reviews are written; after that their texts come again. */
const REVIEWS = 4_000;
/** The others name a property that is not there yet. */
const EXISTING_SHARE = 0.8;

export interface InsertResults {
  /** One writer, milliseconds for each review. */
  oneWriter: Timing;
  /** Reviews in a second, the median of three rounds. */
  oneWriterPerSecond: number;
  eightWritersPerSecond: number;
}

/**
 * How long it takes to store a review through the API, as the form sends it. The sizes take turns, so that what disturbs
 * the machine disturbs each of them. What was written is deleted afterwards.
 */
export async function measureInserts<Size extends string>(
  products: Record<Size, Product>,
): Promise<Record<Size, InsertResults>> {
  const sizes = Object.keys(products) as Size[];
  const writers = await Promise.all(sizes.map(async (size) => ({ size, ...(await newWriter(products[size])) })));
  const times = writers.map(() => [] as number[]);
  const together = writers.map(() => [] as number[]);
  for (let round = 0; round < WARM_UP + IN_A_ROW; round += 1) {
    for (const [index, { write }] of writers.entries()) {
      const started = performance.now();
      await write();
      if (round >= WARM_UP) times[index]?.push(performance.now() - started);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { write }] of writers.entries()) together[index]?.push(await perSecond(write));
  }
  for (const writer of writers) await writer.undo();
  return Object.fromEntries(
    writers.map(({ size }, index) => {
      const oneWriter = times[index] ?? [];
      return [
        size,
        {
          oneWriter: timing(oneWriter),
          oneWriterPerSecond: 1000 / (oneWriter.reduce((sum, time) => sum + time, 0) / oneWriter.length),
          eightWritersPerSecond: median(together[index] ?? []),
        },
      ];
    }),
  ) as Record<Size, InsertResults>;
}

async function perSecond(write: (writer: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let written = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      while (performance.now() - started < ROUND_MS) {
        await write(writer);
        written += 1;
      }
    }),
  );
  return written / ((performance.now() - started) / 1000);
}

/** People with new accounts who write one review after the other: those of one account would wait for each other. */
async function newWriter(product: Product) {
  const giveBack = await borrowFolder(product.dataDir);
  const startedAt = new Date();
  const people: { email: string; rest: PostgrestClient }[] = [];
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const email = `bench.${randomUUID().slice(0, 8)}@example.com`;
    const rest = new PostgrestClient(`${product.url}/rest/v1`, {
      headers: { apikey: product.publishableKey, Authorization: `Bearer ${await signUp(product, email)}` },
      fetch: fromSomewhere,
      retry: false,
    });
    people.push({ email, rest });
  }
  const sql = connect(product.databaseUrl);
  // Nobody may publish as much as is measured here.
  await widenLimits(sql);
  // A review drawn at random is one of a large property as often as people write about it.
  const existing = await sql<{ property_name: string; locality: string; city: string }[]>`
    select property_name, locality, city from public.reviews where hidden_at is null
    order by hashtext(id::text) limit ${REVIEWS}`;
  await sql.end();

  const random = seededRandom(7);
  const { homes, reviews } = syntheticReviews(REVIEWS, 1, new Date(), 7);
  const rows = [...reviews()].map((review, index) => {
    const home = homes[review.home]?.home;
    const place = random() < EXISTING_SHARE ? existing[index % existing.length] : undefined;
    return {
      property_name: place?.property_name ?? home?.name,
      locality: place?.locality ?? home?.locality,
      city: place?.city ?? home?.city,
      property_type: review.propertyType,
      move_in_date: review.moveInDate,
      duration: review.duration,
      rating: review.rating,
      review_text: review.text,
      hasName: Boolean(review.email),
      would_recommend: review.wouldRecommend,
      move_out_intent: review.moveOutIntent,
      verified: false,
      reported_issues: review.issues,
      proof_urls: null,
      how_issues_reported: review.howIssuesReported,
      issue_resolution_status: review.issueResolutionStatus,
      management_response_time: review.managementResponseTime,
    };
  });

  let next = 0;
  return {
    async write(writer = 0) {
      const { hasName, ...row } = rows[next++ % rows.length] ?? {};
      const { email = "", rest } = people[writer] ?? {};
      if (!rest) throw new Error(`There is no writer ${writer}.`);
      const { error, status } = await rest
        .from("reviews")
        .insert({ id: randomUUID(), ...row, email: hasName ? email : null });
      if (error) throw new Error(`A review was refused with status ${status}: ${error.message}`);
    },
    async undo() {
      const emails = people.map(({ email }) => email);
      await deleteReviewsOf(product, emails, startedAt);
      await giveBack();
    },
  };
}

let requests = 0;

/** As a proxy passes on what comes from a network address that was not there before: each has limits. */
function fromSomewhere(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  requests += 1;
  const headers = new Headers(init?.headers);
  headers.set("x-forwarded-for", `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`);
  return fetch(input, { ...init, headers });
}

/** Makes an account and opens the link of its mail, as the page that it leads to does. Resolves to an access token. */
export async function signUp(product: Product, email: string): Promise<string> {
  const account = async (action: string, body: object) => {
    const answer = await fetch(`${product.url}/auth/v1/${action}`, {
      method: "POST",
      headers: { apikey: product.publishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The account service answers "${action}" with status ${answer.status}.`);
    return JSON.parse(text) as { access_token?: string };
  };
  await account("signup", { email, password: randomUUID() });
  const { access_token: token } = await account("verify", {
    type: "signup",
    token_hash: await mailedToken(path.join(product.dataDir, "mail"), email),
  });
  if (!token) throw new Error("The link in the mail of the new account opens no session.");
  return token;
}

const MAIL_TIMEOUT_MS = 10_000;

/** The token in the mail to this address, which leaves the outbox a moment after the account was made. */
async function mailedToken(folder: string, email: string): Promise<string> {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MS; Date.now() < deadline; await delay(20)) {
    for (const name of await fs.readdir(folder).catch(() => [])) {
      // Still being written.
      if (name.startsWith(".")) continue;
      const mail = await PostalMime.parse(await fs.readFile(path.join(folder, name)));
      const [, token] = /[?&]token_hash=([^&\s\]]+)/.exec(mail.text ?? "") ?? [];
      if (mail.to?.[0]?.address !== email || !token) continue;
      await fs.rm(path.join(folder, name));
      return token;
    }
  }
  throw new Error("No mail came for the new account.");
}

async function deleteReviewsOf(product: Product, emails: string[], since: Date): Promise<void> {
  const sql = connect(product.databaseUrl);
  try {
    await sql`
      delete from public.reviews where id in (
        select a.review_id from private.review_authors as a join auth.users as u on u.id = a.user_id where u.email = any (${emails}))`;
    await sql`
      delete from public.properties as p where p.created_at >= ${since}
        and not exists (select from public.reviews as r where r.property_id = p.id)`;
    await sql`delete from auth.users where email = any (${emails})`;
    await sql`update private.settings set value = shipped where shipped is not null`;
    for (const table of ["public.reviews", "public.properties", "private.review_authors", "private.review_names"]) {
      // The indexes, too, where vacuum by itself would leave so little for later.
      await sql.unsafe(`vacuum (analyze, index_cleanup on) ${table}`);
    }
  } finally {
    await sql.end();
  }
}
