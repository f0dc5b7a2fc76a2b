import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Account,
  as,
  call,
  type FreshDatabase,
  newAccount,
  refusal,
  type Role,
  startFreshDatabase,
} from "./fresh-database.ts";

// What reports do to sixty reviews, with the limits that the product comes with.

let database: FreshDatabase;
let ids: string[];
beforeAll(async () => {
  database = await startFreshDatabase();
});
afterAll(() => database.stop());

beforeEach(async () => {
  await database.owner`update private.settings set value = shipped where shipped is not null`;
  await database.owner`truncate public.reviews, private.recent_uses cascade`;
  await database.owner`truncate public.properties cascade`;
  await addReviews(60);
});

test("one person with three addresses of one network marks three of sixty reviews in a day", async () => {
  await allowHaste();
  await reportAll((nth) => ({ address: `203.0.113.${1 + (nth % 3)}` }));
  expect(await marked()).toBe(3);
  expect(await held()).toEqual({ operator: 57 });
});

test("one person with three addresses of three networks marks nine, and with one device three", async () => {
  await allowHaste();
  await reportAll((nth) => ({ address: `198.51.${nth % 3}.7` }));
  expect(await marked()).toBe(9);
  await database.owner`truncate public.review_reports, private.recent_uses cascade`;
  await database.owner`update public.reviews set reported = false`;
  await database.owner`update private.settings set value = '0' where key = 'reports_per_device_hour'`;
  const device = randomUUID();
  await reportAll((nth) => ({ address: `198.51.${nth % 3}.7`, device }));
  expect(await marked()).toBe(3);
});

test("one account marks three, from whatever networks and devices", async () => {
  const account = await newAccount(database, "reporting");
  await database.owner`update private.settings set value = '0' where key = 'reports_per_account_hour'`;
  await reportAll((nth) => ({ address: `198.51.${nth}.7`, who: account }));
  expect(await marked()).toBe(3);
});

test.for([
  ["/24 of IPv4", (nth: number) => `203.0.113.${nth}`],
  ["/48 of IPv6", (nth: number) => `2001:db8:1:${nth.toString(16)}::1`],
] as const)("a campaign of sixty addresses of one %s marks three", async ([, addressOf]) => {
  await reportAll((nth) => ({ address: addressOf(nth) }));
  expect(await marked()).toBe(3);
  expect(await held()).toEqual({ operator: 57 });
});

test("a hundredth of the visible reviews is more than three where there are many", async () => {
  await addReviews(440);
  await database.owner`update public.reviews set hidden_at = now() where id = any (${ids.slice(0, 99)})`;
  await reportAll((nth) => ({ address: `203.0.113.${nth % 256}` }), ids.slice(99, 160));
  expect(await marked(), "a hundredth of 401").toBe(4);
});

test("the report of another network marks what was held back of a campaign; one of the same does not", async () => {
  await reportAll((nth) => ({ address: `203.0.113.${nth}` }), ids.slice(0, 5));
  const [, , , , waiting = ""] = ids;
  expect(await isMarked(waiting)).toBe(false);
  await report(waiting, { address: "203.0.113.200" });
  expect(await isMarked(waiting)).toBe(false);
  await report(waiting, { address: "198.51.100.1" });
  expect(await isMarked(waiting)).toBe(true);
  expect(await held()).toEqual({ operator: 1 });
});

test("an operator sees why a report was held back", async () => {
  await reportAll((nth) => ({ address: `203.0.113.${nth}` }), ids.slice(0, 4));
  const list = (await call(database, "service_role", "operator_flagged_reviews")) as { reviews: object[] };
  expect(list.reviews.at(-1)).toMatchObject({ id: ids[3], flagged: false, held_back: true, waits_for: "operator" });
  expect(list.reviews[0]).toMatchObject({ id: ids[0], flagged: true, held_back: false, waits_for: null });
});

test("an honest report that came when twenty had been marked counts after the hour, without another one", async () => {
  await reportAll((nth) => ({ address: `198.51.${nth}.7` }), ids.slice(0, 23));
  expect(await marked()).toBe(20);
  expect(await held()).toEqual({ hour: 3 });
  const device = randomUUID();
  const [, , , honest = ""] = ids.slice(20);
  await report(honest, { address: "192.0.2.1", device });
  expect(await isMarked(honest)).toBe(false);
  expect(await refusal(report(honest, { address: "192.0.2.1", device })), "told that it is there").toMatchObject({
    code: "23505",
  });
  await sweep();
  expect(await marked(), "within the hour").toBe(20);

  await letTimePass("61 minutes");
  expect(await sweep()).toMatchObject({ reports: 4 });
  expect(await isMarked(honest)).toBe(true);
  expect(await held()).toEqual({});
});

test("held reports count the oldest first, as the hour allows, before a new one", async () => {
  await reportAll((nth) => ({ address: `198.51.${nth}.7` }), ids.slice(0, 45));
  expect([await marked(), await held()]).toEqual([20, { hour: 25 }]);
  await letTimePass("61 minutes");
  // Those that are hidden meanwhile, or need more reports, wait on.
  await database.owner`update public.reviews set hidden_at = now() where id = ${ids[20] ?? ""}`;
  await report(ids[50] ?? "", { address: "192.0.2.9" });
  expect([await marked(), await held()]).toEqual([40, { hour: 6 }]);
  expect(await isMarked(ids[20] ?? "")).toBe(false);
  expect(await isMarked(ids[21] ?? "")).toBe(true);
  expect(await isMarked(ids[40] ?? "")).toBe(true);
  expect([await isMarked(ids[41] ?? ""), await isMarked(ids[50] ?? "")]).toEqual([false, false]);
  await letTimePass("61 minutes");
  await sweep();
  expect([await marked(), await held()]).toEqual([45, { hour: 1 }]);
});

test("a network's share resets the next day, and nothing of the day before is stored", async () => {
  await reportAll((nth) => ({ address: `203.0.113.${nth}` }), ids.slice(0, 5));
  await database.owner`update private.recent_uses set started_at = started_at - interval '1 day'`;
  await database.owner`update private.address_keys set day = day - 1`;
  await sweep();
  expect(await database.owner`select from private.recent_uses`).toHaveLength(0);
  expect(await database.owner`select from private.address_keys`).toHaveLength(0);
  await report(ids[9] ?? "", { address: "203.0.113.9" });
  expect(await isMarked(ids[9] ?? "")).toBe(true);
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

async function reportAll(reporterOf: (nth: number) => Reporter, of = ids): Promise<void> {
  for (const [nth, id] of of.entries()) await report(id, reporterOf(nth));
}

/** Sixty reports in five minutes: the pace is limited elsewhere, here it is about a day. */
async function allowHaste(): Promise<void> {
  await database.owner`update private.settings set value = '1000' where key = 'reports_per_address_5_min'`;
}

async function addReviews(count: number): Promise<void> {
  await database.owner`
    insert into public.reviews (property_name, locality, city, rating, review_text)
    select 'House ' || nth, 'Quiet Lane', 'Mysuru', 4, 'Number ' || nth from generate_series(1, ${count}::int) as nth`;
  const rows = await database.owner<{ id: string }[]>`select id from public.reviews order by insert_order`;
  ids = rows.map(({ id }) => id);
}

async function letTimePass(time: string): Promise<void> {
  await database.owner`update private.review_flags set flagged_at = flagged_at - ${time}::interval`;
}

async function sweep(): Promise<unknown> {
  const [row] = await database.owner`select private.sweep() as swept`;
  return row?.swept;
}

async function marked(): Promise<number> {
  const [row] = await database.owner`select count(*)::int as count from public.reviews where reported`;
  return row?.count as number;
}

async function isMarked(id: string): Promise<boolean> {
  const [row] = await database.owner`select reported from public.reviews where id = ${id}`;
  return row?.reported as boolean;
}

/** How many reports wait for what. */
async function held(): Promise<Record<string, number>> {
  const rows = await database.owner<{ waits_for: string; count: number }[]>`
    select waits_for, count(*)::int as count from private.flag_holdbacks group by 1`;
  return Object.fromEntries(rows.map(({ waits_for, count }) => [waits_for, count]));
}
