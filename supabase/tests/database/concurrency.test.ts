import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { expect, test } from "vitest";
import {
  blockedBy,
  call,
  decide,
  hold,
  newAccount,
  newOperator,
  owner,
  publish,
  refusal,
  sweep,
  untilWaiting,
  upload,
} from "./test-database.ts";

/** Runs `work` in a transaction. Fails if a statement waits for a lock for two seconds. */
function withoutWaiting<T>(work: (sql: postgres.TransactionSql) => Promise<T>) {
  return owner.begin(async (sql) => {
    await sql`set local lock_timeout = '2s'`;
    return work(sql);
  });
}

test("does not block reports while a sweep deletes", async () => {
  const id = await publish(await newAccount("author"));
  await owner`insert into auth.audit_log_entries (payload, created_at) values ('{}', now() - interval '1 year')`;
  const release = await hold((sql) => sql`select from auth.audit_log_entries for update`);
  const sweeping = sweep();
  await untilWaiting();
  try {
    const row = { review_id: id, reason: "spam", reporter_fingerprint: randomUUID() };
    await withoutWaiting((sql) => sql`insert into public.review_reports ${sql(row)}`);
  } finally {
    await release();
  }
  expect(await sweeping).toMatchObject({ events: 1 });
});

test("makes a review anonymous while the account is being deleted", async () => {
  const author = await newAccount("author");
  const review = await publish(author, { email: author.email });
  const release = await hold((sql) => sql`select from private.review_names where review_id = ${review} for update`);
  const anonymous = call(author, "make_my_review_anonymous", { review_id: review });
  await untilWaiting();
  const erased = call(author, "delete_my_account", { with_reviews: "false" });
  await untilWaiting(2);
  await release();
  expect(await anonymous).toMatchObject({ isAnonymous: true });
  expect(await erased).toBe(true);
});

test("erases an author while an operator decides on several reviews of the same home", async () => {
  const ids = [await publish(await newAccount("one")), await publish(await newAccount("two"))];
  const second = ids.toSorted()[1] ?? "";
  const operator = await newOperator("asha");
  const decision = { subjects: ids, command: "hide", clause: "2.2", sentence: "It names a neighbour." };
  let deciding: Promise<unknown> = Promise.resolve();
  // Erasing an author locks the author's row, then the totals of the home.
  await owner.begin(async (sql) => {
    await sql`select from private.review_authors where review_id = ${second} for update`;
    deciding = call(operator, "desk_decide", decision);
    await untilWaiting();
    await sql`
      update public.properties set review_count = review_count
      where id = (select property_id from public.reviews where id = ${second})`;
  });
  expect(await deciding).toHaveLength(2);
});

test("deletes a review while its author is erased", async () => {
  const author = await newAccount("author");
  const id = await publish(author, { proof_urls: [await upload(author)] });
  const deletion = { review_id: id, operator: "asha", reason: "It names a neighbour." };
  let deleting: Promise<unknown> = Promise.resolve();
  await owner.begin(async (sql) => {
    await sql`select from private.review_authors where review_id = ${id} for update`;
    deleting = call("service_role", "operator_delete_review", deletion);
    await untilWaiting();
    await sql`delete from private.review_authors where review_id = ${id}`;
  });
  expect(await deleting).toMatchObject({ id });
});

test("publishes the first review of a home while an operator hides reviews in its locality", async () => {
  const [one, two] = [await newAccount("one"), await newAccount("two")];
  const place = { locality: "Kothrud", city: "Pune" };
  const ids = [
    await publish(one, { ...place, property_name: "Rain Tree One", email: one.email }),
    await publish(two, { ...place, property_name: "Rain Tree Two", email: two.email }),
  ];
  const operator = await newOperator("bela");
  const decision = { subjects: ids, command: "hide", clause: "2.2", sentence: "It names a neighbour." };
  let deciding: Promise<unknown> = Promise.resolve();
  for (const author of [one, two]) {
    // Publishing locks the count of the author, then the count of the place.
    await owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`reviewer ${author.email}`}, 0))`;
      deciding = call(operator, "desk_decide", decision);
      await untilWaiting();
      await sql`update private.places set home_count = home_count where city_slug = 'pune' and locality_slug = ''`;
    });
    const decisions = await deciding;
    expect(decisions).toHaveLength(2);
    await call(operator, "desk_undo", { decisions });
  }
});

test("shows only one of two replies that operators approve at the same time", async () => {
  const review = await publish(await newAccount("author"));
  for (const name of ["owner", "manager"])
    await call(await newAccount(name), "reply_to_review", {
      ...{ review_id: review, reply_text: "Repaired.", written_as: name },
    });
  const [one, other] = await owner<{ id: string }[]>`select id from private.replies where review_id = ${review}`;
  if (!one || !other) throw new Error("There are no replies.");
  const second = await blockedBy(
    (sql) => sql`update private.replies set state = 'shown' where id = ${one.id}`,
    () => refusal(decide(other.id, "approve-reply")),
  );
  const taken = { code: "PT409", message: "Another reply is shown under this review. Refuse one of them." };
  expect(second).toEqual(taken);
  const decision = await decide(one.id, "refuse-reply");
  await decide(other.id, "approve-reply");
  expect(await refusal(owner`select private.undo_decision(${decision}, 'asha')`)).toEqual(taken);
});

test("skips a refresh of places while another one runs", { tags: ["10.15"] }, async () => {
  await publish(await newAccount("author"));
  const release = await hold((sql) => sql`select public.operator_refresh_places()`);
  try {
    const second = await withoutWaiting((sql) => sql`select public.operator_refresh_places() as answer`);
    expect(second[0]?.answer).toEqual({ places: 0, after: null });
  } finally {
    await release();
  }
});
