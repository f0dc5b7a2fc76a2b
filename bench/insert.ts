import { randomUUID } from "node:crypto";
import { PostgrestClient } from "@supabase/postgrest-js";
import { disableLimits } from "../scripts/disable-limits.ts";
import { insertAccount } from "../server/embedded/auth/accounts.ts";
import { hashPassword } from "../server/embedded/passwords.ts";
import { markModified } from "./fill.ts";
import { connect, type Product } from "./product.ts";
import { fixed, type Part } from "./report.ts";
import { median, percentile } from "./statistics.ts";

const WRITERS = 8;
const ROUNDS = 3;
/** Distinct reviews to write; after that they repeat with other numbers. */
const REVIEWS = 4_000;
const PASSWORD = "monsoon-2024";

/**
 * Storing a review through the API, as the form sends it: by one writer and by eight. The sizes alternate, so that noise on
 * the machine affects each. What was written is deleted afterwards.
 */
export async function measureInserts(products: Record<string, Product>, isQuick: boolean): Promise<Part> {
  const [warmUp, inARow, roundMs] = isQuick ? [5, 20, 1_000] : [50, 400, 4_000];
  const sizes = await Promise.all(
    Object.entries(products).map(async ([size, product]) => {
      return { size, ...(await openWriters(product)), times: [] as number[], together: [] as number[] };
    }),
  );
  for (let round = 0; round < warmUp + inARow; round += 1) {
    for (const { write, times } of sizes) {
      const began = performance.now();
      await write(0);
      if (round >= warmUp) times.push(performance.now() - began);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { write, together } of sizes) together.push(await perSecond(write, roundMs));
  }
  for (const { undo } of sizes) await undo();

  const figures: Part["figures"] = {};
  for (const { size, times, together } of sizes) {
    figures[`one writer, ${size}`] = median(times);
    figures[`eight writers, ${size}`] = median(together);
  }
  const ofOne = sizes.map(({ times }) => `${fixed(median(times), 1)} / ${fixed(percentile(times, 95), 1)}`);
  const ofEight = sizes.map(({ together }) => fixed(median(together), 0));
  const rows = [
    ["one writer: p50 / p95 ms", ...ofOne],
    ["eight writers: reviews a second", ...ofEight],
  ];
  const note = "Through the API, as the form sends them; the sizes alternating.";
  return { figures, tables: [{ title: "Storing reviews", note, head: ["", ...sizes.map(({ size }) => size)], rows }] };
}

async function perSecond(write: (writer: number) => Promise<void>, forMs: number): Promise<number> {
  const began = performance.now();
  let written = 0;
  async function keepWriting(writer: number) {
    for (; performance.now() - began < forMs; written += 1) await write(writer);
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer)));
  return (written * 1000) / (performance.now() - began);
}

/** Writers with accounts of their own: the database serializes the reviews of one account. */
async function openWriters(product: Product) {
  const markRestored = await markModified(product.dataDir);
  const startedAt = new Date();
  const sql = connect(product.databaseUrl);
  // The rate limits are lower than what is measured here.
  await disableLimits(sql);
  const emails = Array.from({ length: WRITERS }, () => `bench.${randomUUID()}@example.com`);
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of emails) await insertAccount(sql, email, passwordHash, "", 0);
  await sql`update auth.users set email_confirmed_at = now() where email = any (${emails})`;
  // Random reviews, so that large properties get new ones in proportion to those they have.
  const rows = await sql`
    select property_name, locality, city, property_type, move_in_date, duration, rating, review_text, would_recommend,
      move_out_intent, reported_issues, how_issues_reported, issue_resolution_status, management_response_time
    from public.reviews where hidden_at is null order by hashtext(id::text) limit ${REVIEWS}`;
  await sql.end();
  const writers = await Promise.all(emails.map((email) => logIn(product, email)));

  let next = 0;
  return {
    async write(writer: number) {
      const [row, rest, number] = [rows[next % rows.length], writers[writer], (next += 1)];
      if (!row || !rest) throw new Error("There is no review to write, or no writer.");
      // One in five is of a new property.
      const property_name = number % 5 === 0 ? `${row.property_name} ${number}` : row.property_name;
      const signature = { verified: false, proof_urls: null, email: number % 3 === 0 ? null : emails[writer] };
      const review_text = `${row.review_text} ${number}`;
      const review = { ...row, ...signature, id: randomUUID(), property_name, review_text };
      const { error, status } = await rest.from("reviews").insert(review);
      if (error) throw new Error(`A review was refused with status ${status}: ${error.message}`);
    },
    async undo() {
      await deleteReviewsOf(product, emails, startedAt);
      await markRestored();
    },
  };
}

async function logIn({ url, publishableKey }: Product, email: string): Promise<PostgrestClient> {
  const answer = await fetchFromNewAddress(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`The account service answers a log-in with status ${answer.status}.`);
  const headers = { apikey: publishableKey, Authorization: `Bearer ${token}` };
  return new PostgrestClient(`${url}/rest/v1`, { headers, fetch: fetchFromNewAddress, retry: false });
}

let requests = 0;

/** Sends each request with another client address, as from a proxy: limits are per address. */
function fetchFromNewAddress(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  requests += 1;
  const headers = new Headers(init?.headers);
  headers.set("x-forwarded-for", `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`);
  return fetch(input, { ...init, headers });
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
      // Indexes, too: vacuum skips them for so few dead rows.
      await sql.unsafe(`vacuum (analyze, index_cleanup on) ${table}`);
    }
  } finally {
    await sql.end();
  }
}
