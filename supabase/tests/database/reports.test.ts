import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Account,
  as,
  type FreshDatabase,
  newAccount,
  refusal,
  type Role,
  startFreshDatabase,
} from "./fresh-database.ts";

// What reports do, with the limits that the product comes with.

let database: FreshDatabase;
let ids: string[];
let account: Account;
beforeAll(async () => {
  database = await startFreshDatabase();
  account = await newAccount(database, "reporting");
});
afterAll(() => database.stop());

beforeEach(async () => {
  await database.owner`update private.settings set value = shipped where shipped is not null`;
  await database.owner`truncate public.reviews, private.recent_uses cascade`;
  await database.owner`truncate public.properties cascade`;
  await addReviews(12);
});

test.for([
  ["device", () => ({ address: nextAddress(), device: "one-device-of-somebody" })],
  ["account", () => ({ address: nextAddress(), who: account })],
] as const)(
  "every accepted report flags its review; after five in a day one %s is refused",
  { tags: ["11.240"] },
  async ([name, reporterOf]) => {
    for (const id of ids.slice(0, 5)) await report(id, reporterOf());
    expect(await refused(report(ids[5] ?? "", reporterOf()))).toMatch(
      `Too many reports came from ${name === "device" ? "this" : "your"} ${name}. You can report again in `,
    );
    expect(await flagged()).toEqual(ids.slice(0, 5));
  },
);

test.for([
  ["/24 of IPv4", (nth: number) => `203.0.113.${nth}`],
  ["/48 of IPv6", (nth: number) => `2001:db8:1:${nth.toString(16)}::1`],
] as const)("from one %s ten reports are accepted in a day", { tags: ["11.240"] }, async ([, addressOf]) => {
  for (const [nth, id] of ids.slice(0, 10).entries()) await report(id, { address: addressOf(nth) });
  expect(await refused(report(ids[10] ?? "", { address: addressOf(77) }))).toMatch(
    "Too many reports came from your network.",
  );
  await report(ids[11] ?? "", { address: "198.51.100.1" });
  expect(await flagged()).toEqual([...ids.slice(0, 10), ids[11]]);
});

test("a network reports again the next day, and nothing of the day before is stored", async () => {
  for (const id of ids.slice(0, 10)) await report(id, { address: "203.0.113.9" });
  await database.owner`update private.recent_uses set started_at = started_at - interval '1 day'`;
  await database.owner`update private.address_keys set day = day - 1`;
  await database.owner`select private.sweep()`;
  expect(await database.owner`select from private.recent_uses`).toHaveLength(0);
  expect(await database.owner`select from private.address_keys`).toHaveLength(0);
  await report(ids[10] ?? "", { address: "203.0.113.9" });
});

test("the counts are in no write-ahead log, and no address is in any table", async () => {
  const unlogged = await database.owner<{ name: string }[]>`
    select relname as name from pg_class where relpersistence = 'u' and relkind = 'r' order by 1`;
  expect(unlogged.map(({ name }) => name)).toEqual(["address_keys", "recent_uses"]);
  await report(ids[0] ?? "", { address: "203.0.113.77" });
  const tables = await database.owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')`;
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const found = await database.owner.unsafe(`select from ${name} as t where t::text like '%203.0.113.%'`);
    expect(found.length, name).toBe(0);
  }
});

interface Reporter {
  address: string;
  device?: string;
  who?: Role | Account;
}

async function report(reviewId: string, { address, device = randomUUID(), who = "anon" }: Reporter): Promise<void> {
  await as(database, who, async (sql) => {
    await sql`select set_config('request.headers', ${JSON.stringify({ "x-forwarded-for": address })}, true)`;
    await sql`
      insert into public.review_reports (review_id, reason, reporter_fingerprint) values (${reviewId}, 'spam', ${device})`;
  });
}

async function refused(reporting: Promise<void>): Promise<string> {
  const { code, message } = await refusal(reporting);
  expect(code).toBe("PGRST");
  return (JSON.parse(message) as { message: string }).message;
}

let addresses = 0;

/** Of another network each time. */
function nextAddress(): string {
  addresses += 1;
  return `198.51.${addresses}.7`;
}

async function addReviews(count: number): Promise<void> {
  await database.owner`
    insert into public.reviews (property_name, locality, city, rating, review_text)
    select 'House ' || nth, 'Quiet Lane', 'Mysuru', 4, 'Number ' || nth from generate_series(1, ${count}::int) as nth`;
  const rows = await database.owner<{ id: string }[]>`select id from public.reviews order by insert_order`;
  ids = rows.map(({ id }) => id);
}

async function flagged(): Promise<string[]> {
  const rows = await database.owner<
    { id: string }[]
  >`select id from public.reviews where reported order by insert_order`;
  return rows.map(({ id }) => id);
}
