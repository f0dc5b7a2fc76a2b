import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { beforeEach, expect, test } from "vitest";
import { LIMITS } from "../../../server/embedded/limits.ts";
import {
  type Account,
  as,
  blockedBy,
  call,
  hide,
  insert,
  newAccount,
  owner,
  publish,
  refusal,
  type Role,
  sweep,
  upload,
  useLimits,
} from "./test-database.ts";
import { ownReviewId } from "../own-review-id.ts";

// The limits of reports and mailboxes are in reports.test.ts and mailboxes.test.ts.

beforeEach(async () => {
  await useLimits();
  await owner`truncate private.recent_uses`;
});

test("describes and bounds each limit", async () => {
  const rows = await owner<{ key: string; description: string }[]>`
    select key, description from private.settings where minimum is not null`;
  expect(rows.length).toBeGreaterThan(40);
  for (const { key, description } of rows) expect(description, key).toMatch(/^\S.+\.$/);
  for (const value of ["-1", "1001", "1.5", '"3"', "null"])
    await expect(setTo("reviews_per_day", value), value).rejects.toThrow("settings_are_within_bounds");
  await expect(setTo("operator_login_hours", "0")).rejects.toThrow("settings_are_within_bounds");
});

test("ships the same limits as the embedded server", async () => {
  const [row] = await owner<{ numbers: Record<string, number> }[]>`select private.setting_numbers() as numbers`;
  const changeable = Object.entries(LIMITS).filter(([name]) => !name.endsWith("_per_recipient_minute"));
  expect(row?.numbers).toMatchObject(Object.fromEntries(changeable.map(([name, { most }]) => [name, most])));
});

test("limits an account to one review a minute and three a day, hidden ones included", async () => {
  const author = await newAccount("busy");
  await publish(author, { property_name: "Zeroth House" });
  expect(await refusedFor(publish(author, { property_name: "Hasty House" }), 60)).toMatch(
    /^You published a review a moment ago\. You can publish the next one in \d+ seconds?\.$/,
  );
  await letPass("1 day");
  for (const property_name of ["First House", "Second House", "Third House"]) {
    const email = property_name === "First House" ? author.email : null;
    await hide(await publish(author, { property_name, email }));
    await letPass("1 minute");
  }
  const fourth = { property_name: "Fourth House" };
  const asked = call(author, "check_review_limits", { review_id: randomUUID(), ...PLACE, review_text: "A fourth." });
  expect(await refusedFor(asked, untilMidnight())).toMatch(/^You published 3 reviews, the most for one day\./);
  expect(await refusedFor(publish(author, fourth), untilMidnight())).toMatch(
    /^You published 3 reviews, the most for one day\. You can publish the next one in \d+ (second|minute|hour)s?\.$/,
  );
  await letPass("1 day");
  await publish(author, fourth);
});

const FROM_HERE = "Too many reviews from your connection today. Try another connection or come back tomorrow.";
const PLACE = { property_name: "Domain House", locality: "L", city: "Pune" };

const rowOf = (changes: object) => ({ ...PLACE, id: randomUUID(), rating: 4, review_text: randomUUID(), ...changes });

/** Publishes a review from a network address. Resolves to its id, and to functions that withdraw it and bring it back. */
async function publishFrom(address: string, changes: object = {}, author?: Account) {
  const who = author ?? (await newAccount("near"));
  const row = rowOf(changes);
  await from(address, who, (sql) => sql`insert into public.reviews ${sql(row)}`);
  const review_id = ownReviewId(who.id, row.id);
  return {
    id: review_id,
    withdraw: () => call(who, "withdraw_my_review", { review_id }),
    bringBack: (at: string) => from(at, who, (sql) => sql`select public.bring_back_my_review(${review_id})`),
  };
}

test("limits a network to three shown reviews of a home a day", { tags: ["11.241"] }, async () => {
  const published = [];
  for (const nth of [1, 2, 3]) published.push(await publishFrom(`198.51.100.${nth}`));
  expect(await refusedFor(publishFrom("198.51.100.4"), untilMidnight())).toBe(FROM_HERE);
  await publishFrom("203.0.113.1");
  await publishFrom("198.51.100.4", { property_name: "Another House" });
  await Promise.all(published.map(({ withdraw }) => withdraw()));
  for (const nth of [4, 5, 6]) published.push(await publishFrom(`198.51.100.${nth}`));
  expect(await refusedFor(publishFrom("198.51.100.7"), untilMidnight())).toBe(FROM_HERE);
});

test("counts a review for the network that brings it back, on its day only", { tags: ["11.241"] }, async () => {
  const publishOne = () => publishFrom("198.51.100.1");
  const [first, second, old] = [await publishOne(), await publishOne(), await publishOne()];
  for (const { withdraw } of [first, second, old]) await withdraw();
  const [fourth] = [await publishOne(), await publishOne(), await publishOne()];
  expect(await refusedFor(first.bringBack("198.51.100.7"), untilMidnight())).toBe(FROM_HERE);
  await fourth.withdraw();
  await first.bringBack("198.51.100.7");
  expect(await refusedFor(second.bringBack("198.51.100.7"), untilMidnight())).toBe(FROM_HERE);
  for (let time = 0; time < 4; time += 1) {
    await second.bringBack("203.0.113.1");
    await second.withdraw();
  }
  await second.bringBack("203.0.113.1");
  for (const nth of [1, 2]) await publishFrom(`203.0.113.${nth}`);
  expect(await refusedFor(publishFrom("203.0.113.3"), untilMidnight())).toBe(FROM_HERE);
  await owner`update public.reviews set created_at = created_at - interval '1 day' where id = ${old.id}`;
  await old.bringBack("198.51.100.7");
});

test("limits a network to thirty reviews a day, with the same message", { tags: ["11.241"] }, async () => {
  const reviewOf = (home: number) => publishFrom("198.51.100.1", { property_name: `House ${home}` });
  const [first] = await Promise.all(Array.from({ length: 30 }, (_, home) => reviewOf(home)));
  expect(await refusedFor(reviewOf(30), untilMidnight())).toBe(FROM_HERE);
  await first?.withdraw();
  await reviewOf(30);
  expect(await refusedFor(reviewOf(31), untilMidnight())).toBe(FROM_HERE);
  expect(await refusedFor(first?.bringBack("198.51.100.2") ?? Promise.resolve(), untilMidnight())).toBe(FROM_HERE);
  // The counters have no column that names a review or a network.
  const [columns] =
    await owner`select to_jsonb(u) - array['limit_name', 'who', 'started_at', 'uses'] as more from private.recent_uses as u`;
  expect(columns).toEqual({ more: {} });
});

test("reveals the limit of a network only to an account that may publish otherwise", { tags: ["11.241"] }, async () => {
  await setTo("reviews_per_minute", "0");
  const author = await newAccount("asks");
  const proof_urls = [await upload(author)];
  await publishFrom("198.51.100.1", { property_name: "Proved", proof_urls }, author);
  for (const nth of [1, 2, 3]) await publishFrom(`198.51.100.${nth}`);
  const asker = (work: (sql: TransactionSql) => Promise<unknown>) => from("198.51.100.4", author, work);
  const { property_name, locality, city } = PLACE;
  await asker(async (sql) => {
    const [asked] =
      await sql`select public.check_review_limits(${randomUUID()}, ${property_name}, ${locality}, ${city}, 'New') as may`;
    expect(asked?.may).toBe(true);
  });
  // A request that is refused anyway is not counted, so it reveals nothing.
  const rows = [rowOf({}), rowOf({ property_name: "Elsewhere" })];
  const both = await refusal(asker((sql) => sql`insert into public.reviews ${sql(rows)}`));
  expect(both.message).toBe("Send one review at a time.");
  expect((await refusal(publishFrom("198.51.100.4", { proof_urls }, author))).message).toMatch(/^A photo can be proof/);
  expect(await refusedFor(publishFrom("198.51.100.4", {}, author), untilMidnight())).toBe(FROM_HERE);
  // The database checks the limit of the mailbox first.
  await publishFrom("203.0.113.1", {}, author);
  expect((await refusal(publishFrom("198.51.100.4", {}, author))).message).toMatch(/^You reviewed this property/);
});

test("answers a retry with a conflict while the review is being stored", async () => {
  const author = await newAccount("impatient");
  const row = { ...rowOf({}), property_name: "Impatient House" };
  const retry = await blockedBy(
    (sql) => sql`insert into public.reviews ${sql(row)}`,
    () => refusal(publish(author, row)),
    author,
  );
  expect(retry).toMatchObject({ code: "23505" });
  await setTo("reviews_per_day", "1");
  expect(await refusal(publish(author, row)), "over the limit, too").toMatchObject({ code: "23505" });
});

test.for([
  ["twenty homes", (nth: number) => ({ property_name: `Flood House ${nth}` }), 1, "PGRST"],
  ["one home, without a limit per minute", () => ({ property_name: "Double House" }), 0, "PT409"],
] as const)("publishes one of an account's twenty concurrent reviews of %s", async ([, changes, pause, code]) => {
  const author = await newAccount("flooding");
  await setTo("reviews_per_minute", String(pause));
  await setTo("reviews_per_day", "0");
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => publish(author, changes(nth))));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
  expect(refused.map((error) => "code" in error && error.code)).toEqual(Array(19).fill(code));
});

test("limits an account to ten waitlist entries an hour", async () => {
  const member = await newAccount("inviting");
  const invite = () => insert(member, "public.referral_waitlist", { name: "Asha", email: newEmail() });
  for (let count = 0; count < 10; count += 1) await invite();
  const message = /^Too many people joined from your account\. You can join in \d+ minutes\.$/;
  expect(await refusedFor(invite(), 3600)).toMatch(message);
});

const BY_ADDRESS = [
  [
    "waitlist_entries_per_address_5_min",
    10,
    300,
    "Too many emails were entered from your network. You can enter the next one in 5 minutes.",
  ],
  [
    "waitlist_entries_per_address_day",
    60,
    86_400,
    "Too many emails were entered from your network. You can enter the next one in ",
  ],
  ["changes_per_address_5_min", 300, 300, "Too many requests came from your network. You can try again in 5 minutes."],
] as const;

test.for(BY_ADDRESS)("counts the address that the gateway sets: %s", async ([limit, size, seconds, sentence]) => {
  if (limit.endsWith("_address_day")) await setTo(limit.replace("_day", "_5_min"), "1000");
  const attempt = (sql: TransactionSql) =>
    limit.startsWith("changes")
      ? sql`select gate.check_request()`
      : sql`insert into public.referral_waitlist (name, email) values ('Asha', ${newEmail()})`;
  let done = 0;
  const counting = from("", "anon", async (sql) => {
    while (done <= size) {
      // A visitor can set X-Forwarded-For, so it does not count.
      await nameAddress(sql, { "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": `198.51.100.${done % 200}` });
      await attempt(sql);
      done += 1;
      await nameAddress(sql, { "cf-connecting-ip": `2001:db8:${done.toString(16)}::1` });
      await attempt(sql);
    }
  });
  expect(await refusedFor(counting, seconds === 86_400 ? untilMidnight() : seconds)).toContain(sentence);
  expect(done).toBe(size);
});

test("limits the grievances and replies of a network per day", { tags: ["11.46"] }, async () => {
  await setTo("replies_per_network_day", "2");
  const complain = (address: string) =>
    from(address, "anon", (sql) => {
      const values = sql`${randomUUID()}, 'owner', 'untrue', '/reviews', 'It is untrue.', ${newEmail()}`;
      return sql`select public.file_grievance(${values})`;
    });
  const tenant = await newAccount("tenant");
  const reviews: string[] = [];
  await setTo("reviews_per_minute", "0");
  for (const property_name of ["One", "Two", "Three"]) reviews.push(await publish(tenant, { property_name }));
  const reply = async (address: string, nth: number) =>
    from(address, await newAccount("landlord"), (sql) => {
      return sql`select public.reply_to_review(${reviews[nth] ?? ""}, 'We paid.', 'owner')`;
    });
  for (const [network, next] of [
    [(host: number) => `198.51.100.${host}`, "198.51.101.1"],
    [(host: number) => `2001:db8:1:${host}::1`, "2001:db8:2::1"],
  ] as const) {
    for (let host = 0; host < 20; host += 1) await complain(network(host));
    expect(await refusedFor(complain(network(20)), untilMidnight())).toMatch(
      /^Too many complaints came from your network today\. You can send the next one in .*, or write to the Grievance Officer by email or post\.$/,
    );
    await complain(next);
    for (const nth of [0, 1]) await reply(network(nth), nth);
    expect(await refusedFor(reply(network(2), 2), untilMidnight())).toMatch(/^Too many replies came from your network/);
    await reply(next, 2);
  }
});

test("reads the network from the header that the operator sets", async () => {
  const counted = (header: string, headers: Record<string, string>) =>
    owner.begin(async (sql) => {
      await sql`update private.settings set value = ${sql.json(header)} where key = 'client_address_header'`;
      await nameAddress(sql, headers);
      const [row] = await sql`select private.request_address() as address`;
      await sql`update private.settings set value = '"cf-connecting-ip"' where key = 'client_address_header'`;
      return row?.address as string | null;
    });
  expect(await counted("x-real-ip", { "x-real-ip": "203.0.113.7", "cf-connecting-ip": "1.2.3.4" })).toBe("203.0.113.7");
  expect(await counted("cf-connecting-ip", { "x-forwarded-for": "1.2.3.4, 203.0.113.7" })).toBe("203.0.113.7");
  expect(await counted("cf-connecting-ip", { "cf-connecting-ip": "::ffff:203.0.113.7" })).toBe("203.0.113.7");
  expect(await counted("cf-connecting-ip", { "cf-connecting-ip": "2001:DB8:1:2:3:4:5:6" })).toBe("2001:db8:1:2::");
  expect(await counted("cf-connecting-ip", { "cf-connecting-ip": "unknown" })).toBe("unknown");
  expect(await counted("cf-connecting-ip", {})).toBeNull();
});

test("stores an address only as a keyed hash, and deletes hash and key on the next day", async () => {
  const address = "203.0.113.99";
  const count = () => owner`select private.limit_use('reports_per_network_day', ${address})`;
  const keys = async () =>
    (await owner<{ secret: string }[]>`select secret from private.address_keys`).map(({ secret }) => secret);
  const hashes = async () =>
    (await owner<{ who: Buffer }[]>`select who from private.recent_uses`).map(({ who }) => who.toString("hex"));
  await count();
  const [key] = await keys();
  const hash = createHash("sha256").update(`${key}:reports_per_network_day:${address}`).digest("hex");
  expect(await hashes()).toContain(hash);
  await owner`update private.address_keys set day = day - 1`;
  await letPass("1 day");
  await count();
  expect(await keys()).toEqual([expect.not.stringMatching(String(key))]);
  expect(await hashes()).toEqual([expect.not.stringMatching(hash)]);
  await owner`update private.address_keys set day = day - 1`;
  await letPass("1 day");
  await sweep();
  expect([await keys(), await hashes()]).toEqual([[], []]);
});

test("does not count reads or requests with the secret key", async () => {
  await setTo("changes_per_address_5_min", "1");
  for (const who of ["anon", "service_role"] as const)
    await from("203.0.113.8", who, async (sql) => {
      if (who === "anon") await sql`set transaction_read_only = on`;
      for (let request = 0; request < 3; request += 1) expect((await sql`select gate.check_request()`).count).toBe(1);
    });
});

function setTo(key: string, value: string) {
  return owner`update private.settings set value = ${value}::text::jsonb where key = ${key}`;
}

async function letPass(time: "1 minute" | "1 day"): Promise<void> {
  await owner`
    update private.recent_uses set started_at = started_at - ${time}::interval
    where ${time} = '1 day' or limit_name = 'reviews_per_minute'`;
}

/** Returns the seconds until midnight UTC, when daily limits end, plus five as tolerance. */
function untilMidnight(): number {
  return 86_405 - (Math.floor(Date.now() / 1000) % 86_400);
}

function nameAddress(sql: TransactionSql, headers: Record<string, string>) {
  return sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
}

/** Runs `work` as a role whose requests reach the gateway from this address. */
function from(address: string, who: Role | Account, work: (sql: TransactionSql) => Promise<unknown>) {
  return as(who, async (sql) => {
    await nameAddress(sql, { "cf-connecting-ip": address });
    await work(sql);
  });
}

let emails = 0;
function newEmail(): string {
  emails += 1;
  return `invited-${emails}@b.example`;
}

/** Resolves to the message with which a limit refuses the attempt. Fails unless PostgREST answers with 429 and at most this Retry-After. */
async function refusedFor(attempt: Promise<unknown>, seconds: number): Promise<string> {
  const error = (await attempt.then(
    () => null,
    (reason: unknown) => reason,
  )) as { code: string; message: string; detail: string } | null;
  expect(error?.code).toBe("PGRST");
  const { message, ...rest } = JSON.parse(error?.message ?? "{}");
  expect(rest).toEqual({ code: "PT429", details: null, hint: null });
  const { status, headers } = JSON.parse(error?.detail ?? "{}");
  expect(status).toBe(429);
  expect(Number(headers["Retry-After"])).toBeGreaterThan(0);
  expect(Number(headers["Retry-After"])).toBeLessThanOrEqual(seconds);
  return message as string;
}
