import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { disableLimits } from "../../../../scripts/disable-limits.ts";
import {
  type Answer,
  call,
  claimsOf,
  emailOf,
  insertReview,
  newUser,
  newVisitor,
  owner,
  photoName,
  picture,
  plainReview,
  publishReview,
  reportReview,
  rpc,
  server,
  uploadedPhoto,
  uploadPhoto,
  type User,
  type Visitor,
} from "../client.ts";

// The other tests run with the limits off (scripts/server-for-tests.ts). Here they are as the product comes with them.

beforeAll(useShippedLimits);
beforeEach(useShippedLimits);
afterAll(() => disableLimits(owner));

test("the product comes with these limits, each with its meaning and within bounds", async () => {
  const rows = await owner<{ key: string; value: number; description: string }[]>`
    select key, value, description from private.settings where minimum is not null order by key`;
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual({
    account_event_days: 180,
    changes_per_address_5_min: 300,
    grievance_acknowledge_hours: 24,
    grievance_days: 180,
    grievance_decide_hours: 168,
    grievance_decide_hours_order: 3,
    grievance_decide_hours_private_data: 36,
    grievances_per_address_5_min: 10,
    grievances_per_address_day: 30,
    grievances_per_email_day: 5,
    home_reviews_per_network_day: 3,
    log_ins_per_network_15_min: 300,
    mails_per_address_hour: 30,
    mails_per_recipient_day: 10,
    mails_per_recipient_hour: 5,
    officer_letters_per_hour: 20,
    operator_login_hours: 12,
    proof_photos_per_day: 30,
    refreshes_per_address_5_min: 150,
    repeat_review_days: 30,
    replies_per_account_day: 10,
    replies_per_address_day: 30,
    reply_decision_hours: 48,
    report_decision_hours: 168,
    reports_per_account_day: 5,
    reports_per_device_day: 5,
    reports_per_network_day: 10,
    reviews_per_address_5_min: 30,
    reviews_per_address_day: 200,
    reviews_per_day: 3,
    reviews_per_minute: 1,
    sign_ins_per_address_5_min: 30,
    sign_ups_per_address_day: 100,
    sign_ups_per_network_day: 300,
    uploads_per_address_5_min: 60,
    uploads_per_address_day: 400,
    verifications_per_address_5_min: 30,
    waitlist_entries_per_account_hour: 10,
    waitlist_entries_per_address_5_min: 10,
    waitlist_entries_per_address_day: 60,
    wrong_passwords_15_min: 10,
  });
  for (const { key, description } of rows) expect(description, key).toMatch(/^\S.+\.$/);
  const change = (key: string, value: string) =>
    owner`update private.settings set value = ${value}::text::jsonb where key = ${key}`;
  for (const value of ["-1", "1001", "1.5", '"3"', "null"]) {
    await expect(change("reviews_per_day", value), value).rejects.toThrow("settings_are_within_bounds");
  }
  await expect(change("operator_login_hours", "0")).rejects.toThrow("settings_are_within_bounds");
});

test("one account publishes a review a minute", async () => {
  const user = await newUser("hasty");
  await publishReview(user, review("Minute House"));
  const second = await insertReview(user, plainReview(review("Another House")));
  expectRateLimit(second, /^You published a review a moment ago\. You can publish the next one in \d+ seconds?\.$/, 60);
  await letMinutePass();
  await publishReview(user, review("Another House"));
});

test("one account publishes three reviews a day, those without a name and hidden ones among them", async () => {
  const user = await newUser("busy");
  for (const name of ["First House", "Second House", "Third House"]) {
    const id = await publishReview(user, { ...review(name), email: name === "First House" ? user.email : null });
    await owner`update public.reviews set hidden_at = now() where id = ${id}`;
    await letMinutePass();
  }
  const fourth = await insertReview(user, plainReview(review("Fourth House")));
  expectRateLimit(
    fourth,
    /^You published 3 reviews in the last 24 hours\. You can publish the next one in \d+ (second|minute|hour)s?\.$/,
    untilMidnight(),
  );
  await letDayPass();
  await publishReview(user, review("Fourth House"));
});

test("one account reviews a property once in thirty days, however its name is written; others are free to", async () => {
  const user = await newUser("returning");
  await publishReview(user, { ...review("Return House"), city: "Bangalore" });
  const again = { ...review(" return  HOUSE "), city: "bengaluru" };
  const refused = await insertReview(user, plainReview(again));
  expectRateLimit(
    refused,
    /^You reviewed this property less than 30 days ago\. You can review it again in (29|30) days\.$/,
    30 * 86_400,
  );
  await publishReview(await newUser("neighbour"), again);
  await owner`update private.recent_reviews set reviewed_on = reviewed_on - 30`;
  await letMinutePass();
  await publishReview(user, again);
});

test("one account publishes a text once in thirty days, however it is spaced and spelt; others may say the same", async () => {
  const user = await newUser("copying");
  await publishReview(user, { ...review("Copy House"), review_text: "Quiet lane.\n\nWater only till 9 am." });
  const copy = { ...review("Paste House"), review_text: " quiet lane. WATER only\u200d  till 9 am.\n" };
  const refused = await insertReview(user, plainReview(copy));
  expectRateLimit(
    refused,
    "You have published this text before. Write about this home in words of its own.",
    30 * 86_400,
  );
  await publishReview(await newUser("agreeing"), copy);
});

test(
  "a mailbox that deletes its account and signs up again has no second review of a home",
  { tags: ["11.241"] },
  async () => {
    const user = await newUser("bought");
    await publishReview(user, { ...review("Bought House"), rating: 5 });
    await rpc(user, "begin_deleting_my_account", { with_reviews: false });
    expect((await rpc(user, "erase_my_next_review", { with_text: false })).body).toBe(true);
    expect((await rpc(user, "delete_my_account")).body).toBe(true);
    const reborn = await newUser("bought", user.email);
    const more = plainReview({ ...review("Bought House"), rating: 5 });
    const { id: review_id, property_name, locality, city, review_text } = more;
    const asked = await rpc(reborn, "check_review_limits", { review_id, property_name, locality, city, review_text });
    for (const refused of [asked, await insertReview(reborn, more)]) {
      expectRateLimit(refused, /^You reviewed this property less than 30 days ago\./, 30 * 86_400);
    }
    const elsewhere = await insertReview(reborn, plainReview(review("Elsewhere House")));
    expectRateLimit(elsewhere, /^You published a review a moment ago\./, 60);
  },
);

test(
  "one network publishes three reviews of a home in a day, from whatever accounts",
  { tags: ["11.242"] },
  async () => {
    const people = await Promise.all(["one", "two", "three", "four"].map((name) => newUser(`domain.${name}`)));
    const near = (nth: number) => ({ ...(people[nth] as User), address: `198.51.100.${nth}` });
    const send = (visitor: Visitor, body: unknown) => call(visitor, "POST", "/rest/v1/reviews", { body });
    for (let nth = 0; nth < 3; nth += 1)
      expect((await send(near(nth), plainReview(review("Domain House")))).status).toBe(201);
    const more = plainReview(review("Domain House"));
    const { id: review_id, property_name, locality, city, review_text } = more;
    const asked = await rpc(near(3), "check_review_limits", { review_id, property_name, locality, city, review_text });
    for (const refused of [asked, await send(near(3), more)]) {
      expectRateLimit(
        refused,
        /^3 reviews of this home came from your network in the last 24 hours\. You can publish yours in \d+ (second|minute|hour)s?\.$/,
        untilMidnight(),
      );
    }
    expect((await send({ ...near(3), address: "203.0.113.1" }, more)).status).toBe(201);
  },
);

test("of a review sent twenty times at once one is stored, and the others hear that it is there, after the day's last one too", async () => {
  const user = await newUser("insisting");
  const sent = plainReview(review("Insisting House"));
  const answers = await Promise.all(Array.from({ length: 20 }, () => insertReview(user, sent)));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 19 });
  for (const answer of answers.filter(({ status }) => status === 409)) expect(answer.body.code).toBe("23505");
  // What the page makes a success of: the id is taken, and by this author.
  expect((await rpc(user, "my_review", { review_id: sent.id })).body).toMatchObject({
    property_name: "Insisting House",
  });
  const [stored] = await owner`select count(*)::int as count from public.reviews where id = ${String(sent.id)}`;
  expect(stored?.count).toBe(1);
  // And once more after the last review that this day takes.
  await changeSetting("reviews_per_day", 1);
  expect((await insertReview(user, sent)).status).toBe(409);
});

test("a review that comes again while it is being stored waits, and is told that it is there", async () => {
  const user = await newUser("impatient");
  const sent = plainReview(review("Impatient House")) as Record<string, string>;
  const [first, second] = [await owner.reserve(), await owner.reserve()];
  try {
    for (const sql of [first, second]) {
      await sql`begin`;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(user.accessToken))}, true)`;
      await sql`set local role authenticated`;
    }
    await first`insert into public.reviews ${owner(sent)}`;
    const again = second`insert into public.reviews ${owner(sent)}`.then(
      () => "stored",
      (error: { code: string }) => error.code,
    );
    expect(await Promise.race([again, delay(200, "waiting")])).toBe("waiting");
    await first`commit`;
    expect(await again).toBe("23505");
  } finally {
    for (const sql of [first, second]) {
      await sql`rollback`;
      sql.release();
    }
  }
});

test("of twenty reviews by one account at once one is published", async () => {
  const user = await newUser("flooding");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => insertReview(user, plainReview(review(`Flood House ${index}`)))),
  );
  expect(statuses(answers)).toEqual({ 201: 1, 429: 19 });
  expect(await reviewsOf(user)).toBe(1);
});

test("of twenty reviews of one property by one account at once one is published, also without a pause", async () => {
  const user = await newUser("doubling");
  await changeSetting("review_pause_seconds", 0);
  await changeSetting("reviews_per_day", 0);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => insertReview(user, plainReview(review("Double House")))),
  );
  expect(statuses(answers)).toEqual({ 201: 1, 429: 19 });
});

test("a device reports five times in a day; what it has reported already is reported as such, not counted", async () => {
  const device = randomUUID();
  const ids = await storedReviews(6);
  for (const id of ids.slice(0, 5)) expect((await report(newVisitor(), id, device)).status).toBe(201);
  const sixth = await report(newVisitor(), ids[5], device);
  expectRateLimit(
    sixth,
    /^Too many reports came from this device\. You can report again in \d+ (second|minute|hour)s?\.$/,
    untilMidnight(),
  );
  expect((await report(newVisitor(), ids[0], device)).status).toBe(409);
  expect((await report(newVisitor(), ids[5], randomUUID())).status).toBe(201);
});

test("an account puts ten addresses on the waitlist in an hour", async () => {
  const user = await newUser("inviting");
  const invite = () => join({ ...user, address: newVisitor().address }, emailOf("invited"));
  for (let count = 0; count < 10; count += 1) expect((await invite()).status).toBe(201);
  const refused = await invite();
  expectRateLimit(refused, /^Too many people joined from your account\. You can join in \d+ minutes\.$/, 3600);
});

test.for([
  [
    "reports_per_network_day",
    10,
    86_400,
    /^Too many reports came from your network\. You can report again in \d+ (second|minute|hour)s?\.$/,
  ],
  [
    "waitlist_entries_per_address_5_min",
    10,
    300,
    /^Too many people joined from your network\. You can join in 5 minutes\.$/,
  ],
  [
    "waitlist_entries_per_address_day",
    60,
    86_400,
    /^Too many people joined from your network\. You can join in \d+ (second|minute|hour)s?\.$/,
  ],
  [
    "changes_per_address_5_min",
    300,
    300,
    /^Too many requests came from your network\. You can try again in 5 minutes\.$/,
  ],
] as const)(
  "where the gateway names the address, the database counts it: %s",
  async ([limit, size, seconds, sentence]) => {
    const ids = await storedReviews(limit.startsWith("reports") ? size + 1 : 0);
    // The shorter time is proved by itself.
    if (limit.endsWith("_address_day")) await changeSetting(limit.replace("_day", "_5_min"), 1000);
    let done = 0;
    const refusal = await asAnon(async (sql, from) => {
      for (;;) {
        // Only what the gateway says counts, not what a visitor puts before it.
        await from({ "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": `198.51.100.${done % 200}` });
        if (limit.startsWith("changes")) await sql`select gate.check_request()`;
        else if (limit.startsWith("waitlist")) await joinByHand(sql);
        else await reportByHand(sql, ids[done] ?? "");
        done += 1;
        // Other networks are not.
        await from({ "cf-connecting-ip": `2001:db8:${done.toString(16)}::1` });
        if (limit.startsWith("changes")) await sql`select gate.check_request()`;
        else if (limit.startsWith("waitlist")) await joinByHand(sql);
      }
    });
    expect(done).toBe(size);
    expect(refusal).toMatchObject({ code: "PGRST" });
    const { message, detail } = refusal as { message: string; detail: string };
    expect(JSON.parse(message)).toEqual({
      code: "PT429",
      message: expect.stringMatching(sentence),
      details: null,
      hint: null,
    });
    const { status, headers } = JSON.parse(detail);
    expect(status).toBe(429);
    const wait = seconds === 86_400 ? untilMidnight() : seconds;
    expect(Number(headers["Retry-After"])).toBeGreaterThan(wait - 20);
    expect(Number(headers["Retry-After"])).toBeLessThanOrEqual(wait);
  },
);

test("an address is counted by its network, in the header that the operator names", async () => {
  const counted = (header: string, headers: Record<string, string>) =>
    owner.begin(async (sql) => {
      await sql`update private.settings set value = ${sql.json(header)} where key = 'client_address_header'`;
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
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

test("what is kept of an address is a hash with the key of the day; both are gone the next day", async () => {
  const address = "203.0.113.99";
  await owner`select private.count_use('reports_per_network_day', ${address})`;
  const [key] = await owner<{ secret: string }[]>`select secret from private.address_keys`;
  const hashes = async () =>
    (await owner<{ who: Buffer }[]>`select who from private.recent_uses`).map(({ who }) => who.toString("hex"));
  const hash = createHash("sha256").update(`${key?.secret}:reports_per_network_day:${address}`).digest("hex");
  expect(await hashes()).toContain(hash);

  await owner`update private.address_keys set day = day - 1`;
  await owner`update private.recent_uses set started_at = started_at - interval '1 day'`;
  await owner`select private.count_use('reports_per_network_day', ${address})`;
  const keys = await owner<{ secret: string }[]>`select secret from private.address_keys`;
  expect(keys).toHaveLength(1);
  expect(keys[0]?.secret).not.toBe(key?.secret);
  expect(await hashes()).toHaveLength(1);
  expect(await hashes()).not.toContain(hash);
});

test("reads and the secret key of operators are not counted", async () => {
  await changeSetting("changes_per_address_5_min", 1);
  const headers = { "cf-connecting-ip": "203.0.113.8" };
  const asked = await asAnon(async (sql, from) => {
    await from(headers);
    await sql`set transaction_read_only = on`;
    for (let count = 0; count < 3; count += 1) await sql`select gate.check_request()`;
    return "free";
  });
  expect(asked).toBe("free");
  const written = await asAnon(async (sql, from) => {
    await from(headers);
    await sql`reset role`;
    await sql`set local role service_role`;
    for (let count = 0; count < 3; count += 1) await sql`select gate.check_request()`;
    return "free";
  });
  expect(written).toBe("free");
});

test("on Supabase projects every request is checked first", async () => {
  const rows =
    await owner`select rolname from pg_roles where rolconfig @> array['pgrst.db_pre_request=gate.check_request']`;
  expect([...rows]).toEqual([{ rolname: "authenticator" }]);
});

test("a list of waitlist entries tells nothing about any of them", async () => {
  const known = emailOf("listed");
  expect((await join(newVisitor(), known)).status).toBe(201);
  const insert = (...emails: string[]) =>
    asAnon((sql) => sql`insert into public.referral_waitlist ${sql(emails.map((email) => ({ name: "Asha", email })))}`);
  const refusals = [
    await insert(known, emailOf("new")),
    await insert(emailOf("new"), known),
    await insert(emailOf("new"), emailOf("new")),
    await insert(known, known),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: "PT400", message: "Join the waitlist with one email at a time." });
  }
  expect(await insert(known.toUpperCase())).toMatchObject({ code: "23505" });
});

test("an e-mail with invisible characters is the same e-mail", async () => {
  const email = emailOf("unseen");
  expect((await join(newVisitor(), email)).status).toBe(201);
  for (const character of ["\u200d", "\u200c", "\ufe0f", "\u{e0100}", "\u200b"]) {
    expect((await join(newVisitor(), email.replace("@", `${character}@`))).status).toBe(409);
  }
});

test("of ten photos at once only as many are kept as the day has room for", async () => {
  const user = await newUser("uploading");
  await changeSetting("proof_photos_per_day", 3);
  const photo = await picture().png().toBuffer();
  const names = Array.from({ length: 10 }, () => photoName("png"));
  const answers = await Promise.all(names.map((name) => uploadPhoto(user, name, photo)));
  expect(statuses(answers)).toEqual({ 200: 3, 429: 7 });
  const folder = path.join(server.dataDir, "storage/review-proofs/public");
  const kept = (await fs.readdir(folder)).filter((file) => names.includes(`public/${file}`));
  expect(kept).toHaveLength(3);
  const [stored] = await owner`select count(*)::int as count from storage.objects where owner_id = ${user.id}`;
  expect(stored?.count).toBe(3);
  const refused = await uploadPhoto(user, photoName("png"), photo);
  expect(refused.body).toEqual({
    statusCode: "429",
    error: "over_request_rate_limit",
    code: "TooManyRequests",
    message:
      "You uploaded 3 photos in the last 24 hours. You can upload the next one in 24 hours, or publish without it.",
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(86_000);
});

test("a photo proves one review, however often that one is sent", async () => {
  const user = await newUser("proving");
  const photo = await uploadedPhoto(user);
  const first = plainReview({ ...review("Proof House"), proof_urls: [photo] });
  expect((await insertReview(user, first)).status).toBe(201);
  expect((await insertReview(user, first)).status).toBe(409);
  await letMinutePass();
  const second = await insertReview(user, plainReview({ ...review("Second Proof House"), proof_urls: [photo] }));
  expect(second.status).toBe(400);
  expect(second.body.message).toBe(
    "A photo can be proof for only one review. Remove the photo of your other review, or choose another one.",
  );
  await publishReview(user, { ...review("Second Proof House"), proof_urls: [await uploadedPhoto(user)] });
});

test("a photo too small to show anything is refused", async () => {
  const user = await newUser("pixel");
  for (const [width, height] of [
    [1, 1],
    [199, 400],
    [400, 199],
  ] as const) {
    const answer = await uploadPhoto(user, photoName("png"), await picture(width, height).png().toBuffer());
    expect([answer.status, answer.body.statusCode]).toEqual([400, "422"]);
    expect(answer.body.message).toBe(
      "This photo is too small to serve as proof. Choose one of at least 200 by 200 pixels.",
    );
  }
  expect((await uploadPhoto(user, photoName("png"), await picture(200, 200).png().toBuffer())).status).toBe(200);
});

async function useShippedLimits(): Promise<void> {
  await owner`update private.settings set value = shipped where shipped is not null`;
}

async function changeSetting(key: string, value: number): Promise<void> {
  await owner`update private.settings set value = ${owner.json(value)} where key = ${key}`;
}

let reviewCount = 0;

/** A review of this property with words of its own. */
function review(propertyName: string): Record<string, unknown> {
  reviewCount += 1;
  return { property_name: propertyName, review_text: `What I saw there, number ${reviewCount}.` };
}

async function letMinutePass(): Promise<void> {
  await owner`
    update private.recent_uses set started_at = started_at - interval '1 minute' where limit_name = 'reviews_per_minute'`;
}

/** Days are counted by UTC: the key of a day goes with it. */
async function letDayPass(): Promise<void> {
  await owner`update private.recent_uses set started_at = started_at - interval '1 day'`;
}

/** The seconds until the day of limits is over, and a few for what lies between. */
function untilMidnight(): number {
  return 86_405 - (Math.floor(Date.now() / 1000) % 86_400);
}

async function reviewsOf(user: User): Promise<number> {
  const [row] = await owner`select count(*)::int as count from private.review_authors where user_id = ${user.id}`;
  return row?.count as number;
}

/** So many reviews as an operator adds them. */
async function storedReviews(count: number): Promise<string[]> {
  if (count === 0) return [];
  const rows = Array.from({ length: count }, () => plainReview());
  await owner`insert into public.reviews ${owner(rows as Record<string, string>[])}`;
  return rows.map(({ id }) => String(id));
}

function report(visitor: Visitor, reviewId: string | undefined, device: string): Promise<Answer> {
  return reportReview(visitor, { review_id: reviewId, reason: "spam", reporter_fingerprint: device });
}

function join(visitor: Visitor, email: string): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: { name: "Asha", email } });
}

function reportByHand(sql: TransactionSql, reviewId: string): Promise<unknown> {
  return sql`
    insert into public.review_reports (review_id, reason, reporter_fingerprint) values (${reviewId}, 'spam', ${randomUUID()})`;
}

function joinByHand(sql: TransactionSql): Promise<unknown> {
  return sql`insert into public.referral_waitlist (name, email) values ('Asha', ${emailOf("hosted")})`;
}

function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Fails unless this is the refusal of a limit: its status, its code, its sentence, and at most so many seconds to wait. */
function expectRateLimit(answer: Answer, sentence: string | RegExp, seconds: number): void {
  const { message, ...rest } = answer.body;
  expect(answer.status, answer.text).toBe(429);
  expect(rest).toEqual({ code: "PT429", details: null, hint: null });
  expect(message).toMatch(sentence);
  const wait = Number(answer.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(seconds * 0.9);
  expect(wait).toBeLessThanOrEqual(seconds);
  expect(answer.headers.get("access-control-expose-headers")).toContain("Retry-After");
}

/** What an action of a visitor without an account ends with where the gateway sends these headers on; nothing of it stays. */
async function asAnon(
  action: (sql: TransactionSql, from: (headers: Record<string, string>) => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
  const undo = new Error("undone");
  let outcome: unknown;
  try {
    await owner.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', '{"role":"anon"}', true)`;
      await sql`set local role anon`;
      outcome = await action(
        sql,
        (headers) => sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`,
      );
      throw undo;
    });
  } catch (error) {
    if (error !== undo) return error;
  }
  return outcome;
}
