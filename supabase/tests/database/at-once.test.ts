import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disableLimits } from "../../../scripts/disable-limits.ts";
import {
  call,
  type FreshDatabase,
  newAccount,
  publish,
  refusal,
  startFreshDatabase,
  untilWaiting,
  upload,
} from "./fresh-database.ts";

// What authors, reporters, operators and sweeps do at the same time, each in a transaction of its own.

let database: FreshDatabase;
beforeAll(async () => {
  database = await startFreshDatabase();
  await disableLimits(database.owner);
});
afterAll(() => database.stop());

/** A transaction that holds what `work` has locked until it is released. */
async function hold(work: (sql: postgres.TransactionSql) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = database.owner.begin(async (sql) => {
    await work(sql);
    held();
    await isOver;
  });
  await Promise.race([isHeld, holding]);
  return async () => {
    release();
    await holding;
  };
}

/** Fails where it would wait for a lock. */
function withoutWaiting<T>(work: (sql: postgres.TransactionSql) => Promise<T>) {
  return database.owner.begin(async (sql) => {
    await sql`set local lock_timeout = '2s'`;
    return work(sql);
  });
}

test("reports do not wait for what a sweep deletes", async () => {
  const id = await publish(database, await newAccount(database, "author"));
  await database.owner`insert into auth.audit_log_entries (payload, created_at) values ('{}', now() - interval '1 year')`;
  const release = await hold((sql) => sql`select from auth.audit_log_entries for update`);
  const sweeping = call(database, "service_role", "operator_sweep");
  await untilWaiting(database);
  try {
    const row = { review_id: id, reason: "spam", reporter_fingerprint: randomUUID() };
    await withoutWaiting((sql) => sql`insert into public.review_reports ${sql(row)}`);
  } finally {
    await release();
  }
  expect(await sweeping).toMatchObject({ events: 1 });
});

test("an author makes a review anonymous in one tab while another deletes the account", async () => {
  const author = await newAccount(database, "author");
  const review = await publish(database, author, { email: author.email });
  await call(database, author, "begin_deleting_my_account", { with_reviews: "false" });
  const release = await hold((sql) => sql`select from private.review_names where review_id = ${review} for update`);
  const anonymous = call(database, author, "make_my_review_anonymous", { review_id: review });
  await untilWaiting(database);
  const erased = call(database, author, "erase_my_next_review", { with_text: "false" });
  await untilWaiting(database, 2);
  await release();
  expect(await anonymous).toMatchObject({ is_anonymous: true });
  expect(await erased).toBe(true);
});

test("an author is erased while an operator decides on several reviews of the same home", async () => {
  const ids = [
    await publish(database, await newAccount(database, "one")),
    await publish(database, await newAccount(database, "two")),
  ];
  const second = ids.toSorted()[1] ?? "";
  const operator = await newOperator();
  const decision = { subjects: ids, command: "hide", clause: "2.2", sentence: "It names a neighbour." };
  let deciding: Promise<unknown> = Promise.resolve();
  // What erasing an author does: first the author's row, then the totals of the home.
  await database.owner.begin(async (sql) => {
    await sql`select from private.review_authors where review_id = ${second} for update`;
    deciding = call(database, operator, "desk_decide", decision);
    await untilWaiting(database);
    await sql`
      update public.properties set review_count = review_count
      where id = (select property_id from public.reviews where id = ${second})`;
  });
  expect(await deciding).toHaveLength(2);
});

test("an operator deletes a review while its author is erased", async () => {
  const author = await newAccount(database, "author");
  const id = await publish(database, author, { proof_urls: [await upload(database, author)] });
  const deletion = { review_id: id, operator: "asha", reason: "It names a neighbour." };
  let deleting: Promise<unknown> = Promise.resolve();
  await database.owner.begin(async (sql) => {
    await sql`select from private.review_authors where review_id = ${id} for update`;
    deleting = call(database, "service_role", "operator_delete_review", deletion);
    await untilWaiting(database);
    await sql`delete from private.review_authors where review_id = ${id}`;
  });
  expect(await deleting).toMatchObject({ id });
});

test("a first review of a home is published while an operator decides on several in its locality", async () => {
  const [one, two] = [await newAccount(database, "one"), await newAccount(database, "two")];
  const place = { locality: "Kothrud", city: "Pune" };
  const ids = [
    await publish(database, one, { ...place, property_name: "Rain Tree One", email: one.email }),
    await publish(database, two, { ...place, property_name: "Rain Tree Two", email: two.email }),
  ];
  const operator = await newOperator();
  const decision = { subjects: ids, command: "hide", clause: "2.2", sentence: "It names a neighbour." };
  let deciding: Promise<unknown> = Promise.resolve();
  for (const author of [one, two]) {
    // What publishing does at the end: first the count of the author, then that of the place.
    await database.owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`reviewer ${author.email}`}, 0))`;
      deciding = call(database, operator, "desk_decide", decision);
      await untilWaiting(database);
      await sql`update private.places set home_count = home_count where city_slug = 'pune' and locality_slug = ''`;
    });
    const decisions = await deciding;
    expect(decisions).toHaveLength(2);
    await call(database, operator, "desk_undo", { decisions });
  }
});

async function newOperator() {
  const account = await newAccount(database, "operator");
  await call(database, "service_role", "operator_add_operator", {
    ...{ email: account.email, name: `operator ${randomUUID()}`, operator: "root" },
  });
  return account;
}

test("of two replies to a review one is shown, whoever decides or undoes at the same time", async () => {
  const review = await publish(database, await newAccount(database, "author"));
  for (const name of ["owner", "manager"])
    await call(database, await newAccount(database, name), "reply_to_review", {
      ...{ review_id: review, reply_text: "Repaired.", written_as: name },
    });
  const [one, other] = await database.owner<
    { id: string }[]
  >`select id from private.replies where review_id = ${review}`;
  const decide = (reply: { id: string } | undefined, command: string) =>
    call(database, "service_role", "operator_decide", {
      ...{ subject: reply?.id, command, operator: "asha", reason: "A test.", clause: "4.1" },
    }) as Promise<{ decision: number }>;
  const release = await hold((sql) => sql`update private.replies set state = 'shown' where id = ${one?.id ?? ""}`);
  const second = refusal(decide(other, "approve-reply"));
  await untilWaiting(database);
  await release();
  const taken = { code: "PT409", message: "Another reply is shown under this review. Refuse one of them." };
  expect(await second).toEqual(taken);
  const { decision } = await decide(one, "refuse-reply");
  await decide(other, "approve-reply");
  const undone = call(database, "service_role", "operator_undo", { decision, operator: "asha" });
  expect(await refusal(undone)).toEqual(taken);
});
