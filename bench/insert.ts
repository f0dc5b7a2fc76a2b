import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { disableLimits } from "../scripts/disable-limits.ts";
import { insertAccount } from "../server/embedded/auth/accounts.ts";
import { hashPassword } from "../server/embedded/passwords.ts";
import { REVIEW_COLUMNS } from "./fill.ts";
import { connect, type Product } from "./product.ts";
import { fixed, median, type Part, percentile } from "./report.ts";

const WRITERS = 8;
const WARM_UP = 50;
const IN_A_ROW = 400;
const ROUNDS = 3;
const ROUND_MS = 4_000;
/** The number of distinct reviews. Writers repeat them with another number in the text. */
const REVIEWS = 4_000;
const EMAILS = Array.from({ length: WRITERS }, (_, writer) => `writer.${writer}@bench.example`);
export const PASSWORD = "monsoon-2024";

/**
 * Stores reviews through the API like the form, by one writer and by eight, and deletes them afterwards. Sizes alternate, so
 * that noise on the machine affects each.
 */
export async function measureInserts(products: Record<string, Product>): Promise<Part> {
  const sizes = await Promise.all(
    Object.entries(products).map(async ([size, product]) => {
      return { size, ...(await openWriters(product)), times: [] as number[], together: [] as number[] };
    }),
  );
  for (let round = 0; round < WARM_UP + IN_A_ROW; round += 1) {
    for (const { write, times } of sizes) {
      const began = performance.now();
      await write(0);
      if (round >= WARM_UP) times.push(performance.now() - began);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { write, together } of sizes) together.push(await perSecond(write));
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
  return { figures, title: "Storing reviews", note, head: ["", ...sizes.map(({ size }) => size)], rows };
}

async function perSecond(write: (writer: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let written = 0;
  async function keepWriting(writer: number) {
    for (; performance.now() - began < ROUND_MS; written += 1) await write(writer);
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer)));
  return (written * 1000) / (performance.now() - began);
}

/** Creates the writers. They have separate accounts, because the database serializes the reviews of an account. */
async function openWriters(product: Product) {
  const sql = connect(product.databaseUrl);
  await deleteWriters(sql);
  await disableLimits(sql);
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of EMAILS) await insertAccount(sql, email, passwordHash);
  await sql`update auth.users set email_confirmed_at = now() where email = any (${EMAILS})`;
  // Random reviews, so that homes get new ones in proportion to their size.
  const rows = await sql`
    select ${sql(REVIEW_COLUMNS)} from public.reviews where hidden_at is null order by hashtext(id::text) limit ${REVIEWS}`;
  const tokens: string[] = [];
  for (const email of EMAILS) tokens.push(await signIn(product, email));

  let number = 0;
  return {
    async write(writer: number) {
      number += 1;
      const { property_name, review_text, ...row } = rows[number % rows.length] ?? {};
      const answer = await post(product, "/rest/v1/reviews", tokens[writer] ?? "", {
        ...row,
        id: randomUUID(),
        // Every fifth review is of a new home. Its number is in base 36, because names may not contain long numbers.
        property_name: number % 5 === 0 ? `${property_name} ${number.toString(36)}` : property_name,
        review_text: `${review_text} ${number}`,
        verified: false,
        email: number % 3 === 0 ? null : EMAILS[writer],
      });
      if (!answer.ok) throw new Error(`A review was refused with status ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    },
    async undo() {
      await deleteWriters(sql);
      await sql`update private.settings set value = shipped where shipped is not null`;
      for (const table of ["public.reviews", "public.properties", "private.review_authors", "private.review_names"]) {
        // By default, vacuum skips the indexes for so few dead rows.
        await sql.unsafe(`vacuum (analyze, index_cleanup on) ${table}`);
      }
      await sql.end();
    },
  };
}

async function deleteWriters(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from public.reviews where id in (
      select a.review_id from private.review_authors as a join auth.users as u on u.id = a.user_id where u.email = any (${EMAILS}))`;
  await sql`delete from auth.users where email = any (${EMAILS})`;
}

/** Signs in an account that has the password PASSWORD. Resolves to its access token. */
export async function signIn(product: Product, email: string): Promise<string> {
  const session = await post(product, "/auth/v1/token?grant_type=password", "", { email, password: PASSWORD });
  return ((await session.json()) as { access_token: string }).access_token;
}

let requests = 0;

/** Sends a POST request. Each has another client address in X-Forwarded-For, since limits are per address. */
export function post({ url, publishableKey }: Product, path: string, token: string, body: object): Promise<Response> {
  requests += 1;
  return fetch(url + path, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${token || publishableKey}`,
      "content-type": "application/json",
      "x-forwarded-for": `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    },
    body: JSON.stringify(body),
  });
}
