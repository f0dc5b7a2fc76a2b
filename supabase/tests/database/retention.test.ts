import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { readRetentionKey } from "../../../server/retention-key.ts";
import { type Account, call, decide, newAccount, owner, publish, refusal, sweep } from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";

const KEY = readRetentionKey("supabase/tests/retention-key.asc");
const PRIVATE_KEY = readFileSync("supabase/tests/retention-key-private.asc", "utf8");
const BY = { operator: "asha", reason: "A test." };

interface Sealed {
  email?: string;
  account?: string;
  times: Record<string, string>;
  review_ids: string[];
  removed: { review?: Record<string, unknown>; replies?: Record<string, unknown>[] } & Record<string, unknown>;
}

const setKey = (new_key: string | null) => call("service_role", "operator_set_retention_key", { new_key, ...BY });
const erase = (who: string, with_reviews = false) =>
  call("service_role", "operator_erase", { who, with_reviews, ...BY });

beforeEach(async () => {
  await setKey(KEY);
  await owner`delete from private.sealed_records`;
});

/** Opens all records with the private key, which only tests have. */
async function opened(): Promise<Sealed[]> {
  const rows = await owner<{ text: string }[]>`
    select extensions.pgp_pub_decrypt(sealed, extensions.dearmor(${PRIVATE_KEY})) as text from private.sealed_records`;
  return rows.map(({ text }) => JSON.parse(text) as Sealed);
}

async function newConfirmed(name: string): Promise<Account> {
  const account = await newAccount(name);
  await owner`update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = ${account.id}`;
  return account;
}

const ENDS: [path: string, end: (account: Account) => PromiseLike<unknown>][] = [
  ["its owner deletes it", (account) => call(account, "delete_my_account", { with_reviews: false })],
  ["an operator erases it", (account) => erase(account.email)],
  [
    "the account service deletes it",
    (account) =>
      owner.begin(async (sql) => {
        await sql`set local session authorization supabase_auth_admin`;
        await sql`delete from auth.users where id = ${account.id}`;
      }),
  ],
];

test.each(ENDS)(
  "seals a confirmed account, with exactly the named fields, when %s",
  { tags: ["10.620"] },
  async (_, end) => {
    const account = await newConfirmed("ending");
    const written = [await publish(account, { property_name: uniqueName("A") }), await publish(account)];
    const answered = await publish(await newAccount("tenant"));
    await call(account, "reply_to_review", { review_id: answered, reply_text: "Paid back.", written_as: "owner" });
    await end(account);
    const [sealed, ...others] = await opened();
    expect(others).toEqual([]);
    expect(sealed).toEqual({
      email: account.email,
      account: account.id,
      times: {
        sealed_at: expect.any(String),
        created_at: expect.any(String),
        confirmed_at: expect.any(String),
        last_sign_in_at: expect.any(String),
      },
      review_ids: written.toSorted(),
      removed: { replies: [expect.objectContaining({ review_id: answered, reply_text: "Paid back." })] },
    });
  },
);

test("seals each review that is erased with its account", { tags: ["10.621"] }, async () => {
  const account = await newConfirmed("ending");
  const id = await publish(account, { review_text: "The lift is broken.", email: account.email });
  await call(account, "add_follow_up", { review_id: id, follow_up: "Repaired." });
  await erase(account.id, true);
  const sealed = await opened();
  expect(sealed.map(({ review_ids }) => review_ids).toSorted()).toEqual([[], [id]]);
  const ofReview = sealed.find(({ removed }) => removed.review);
  expect(ofReview).toMatchObject({
    email: account.email,
    account: account.id,
    removed: { signed_with: account.email },
  });
  expect(ofReview?.removed.review).toMatchObject({
    id,
    review_text: "The lift is broken.",
    created_at: expect.any(String),
  });
  expect(ofReview?.removed.follow_ups).toEqual([expect.objectContaining({ follow_up: "Repaired." })]);
});

test("seals a review that an operator deletes, and one that a sweep erases", { tags: ["10.621"] }, async () => {
  const author = await newConfirmed("author");
  const [deleted, withdrawn] = [await publish(author), await publish(author)];
  await call("service_role", "operator_delete_review", { review_id: deleted, ...BY });
  await call(author, "withdraw_my_review", { review_id: withdrawn });
  await owner`update private.withdrawn_reviews set withdrawn_on = withdrawn_on - 31`;
  await sweep();
  const sealed = await opened();
  expect(new Set(sealed.map(({ removed }) => removed.review?.id))).toEqual(new Set([deleted, withdrawn]));
  for (const { email, account } of sealed)
    expect({ email, account }).toEqual({ email: author.email, account: author.id });
});

test("seals a reply that its author withdraws, and one below a deleted review", { tags: ["10.621"] }, async () => {
  const landlord = await newConfirmed("landlord");
  const ids = [await publish(await newAccount("tenant")), await publish(await newAccount("tenant"))];
  for (const review_id of ids)
    await call(landlord, "reply_to_review", { review_id, reply_text: "Paid back.", written_as: "owner" });
  await call(landlord, "withdraw_reply", { review_id: ids[0] });
  await call("service_role", "operator_delete_review", { review_id: ids[1], ...BY });
  const replies = (await opened()).filter(({ removed }) => removed.replies);
  expect(replies).toHaveLength(2);
  for (const reply of replies)
    expect(reply).toMatchObject({ email: landlord.email, removed: { replies: [{ reply_text: "Paid back." }] } });
});

test(
  "seals nothing without a key, of an account never confirmed, or of a hidden review",
  { tags: ["10.622"] },
  async () => {
    const stranger = await newAccount("stranger");
    await owner`update auth.users set email_confirmed_at = null where id = ${stranger.id}`;
    await owner`delete from auth.users where id = ${stranger.id}`;
    const author = await newConfirmed("author");
    const id = await publish(author);
    await decide(id, "hide");
    expect(await opened()).toEqual([]);
    await setKey(null);
    await call("service_role", "operator_delete_review", { review_id: id, ...BY });
    await erase(author.id);
    expect(await opened()).toEqual([]);
  },
);

test(
  "lets no role of the product read a record, and shows only day and padded size",
  { tags: ["10.623"] },
  async () => {
    await erase((await newConfirmed("short")).id);
    const many = await newConfirmed("many");
    for (let count = 0; count < 5; count++) await publish(many, { property_name: uniqueName("Home") });
    await erase(many.id);
    const rows = await owner`
    select to_jsonb(s) - 'sealed' as columns, length(sealed) between 4410 and 4430 as "isPadded" from private.sealed_records as s`;
    const columns = { id: expect.any(String), sealed_on: expect.stringMatching(/^[\d-]{10}$/) };
    expect([...rows]).toEqual(Array.from({ length: 2 }, () => ({ columns, isPadded: true })));
    const undo = new Error("undone");
    for (const role of ["anon", "authenticated", "service_role", "authenticator", "site_reader", "supabase_auth_admin"])
      for (const statement of [
        "select sealed from private.sealed_records",
        "select xmin from private.sealed_records",
        "delete from private.sealed_records",
        "insert into private.sealed_records (sealed) values ('x')",
      ]) {
        const attempt = owner.begin(async (sql) => {
          await sql.unsafe(`set local session authorization ${role}`);
          await sql.unsafe(statement);
          throw undo;
        });
        expect((await refusal(attempt)).code, `${role}: ${statement}`).toBe("42501");
      }
  },
);

/** A key that gpg creates by default. */
const ELLIPTIC =
  "mDMEawwcwhYJKwYBBAHaRw8BAQdA1Tbn8YD5IgHaC9GiDQGTd0YBlFAqZSMw63uGM1bFc1G0CEVsbGlwdGljiJAEExYIADgWIQQ8j33kOnde9RUtW1pI1env1Scm6QUCawwcwgIbAQULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAKCRBI1env1Scm6QQiAP9zHy0828hzo7nZOIAAyU7SyxYYDX4FXY3ZIpXbAfsvUgD+N0XrBBZUpf7+JX0uE0Fth8lsMPCjNvPdiH2T1QW7NQa4OARrDBzCEgorBgEEAZdVAQUBAQdArFdwrNpNhVVFDQLCrnn/Wf/Ar9qHvURVtu1tK1HCvWcDAQgHiHgEGBYIACAWIQQ8j33kOnde9RUtW1pI1env1Scm6QUCawwcwgIbDAAKCRBI1env1Scm6SP9AQCHqpvCOwqrcYujJD60rVAYcjvsPUW0NvvIVrawGLF2owD/eVd5cZsbtmkqWD1z0jpfx3IDMSG9gUj3oeE9tteGOgc=";
const ARMORED_PRIVATE_KEY = PRIVATE_KEY.split("\n").slice(2, -3).join("");

test.each([
  ["a key of elliptic curves", ELLIPTIC],
  ["a private key", ARMORED_PRIVATE_KEY],
  ["half a key", KEY.slice(0, 800)],
  ["no key", "YQ=="],
])("refuses %s as retention key", { tags: ["10.624"] }, async (_, new_key) => {
  const { code, message } = await refusal(setKey(new_key));
  expect(code).toBe("PT400");
  expect(message).toMatch(
    /^PostgreSQL cannot encrypt to this retention key \(.+one subkey for encryption, of type RSA/,
  );
});

test("lets operators set the key, and no visitor", { tags: ["10.624"] }, async () => {
  for (const who of ["anon", await newAccount("visitor")] as const)
    expect((await refusal(call(who, "operator_set_retention_key", { new_key: null, ...BY }))).code).toBe("42501");
  const [before] = await owner`select count(*) from private.audit_log`;
  await setKey(KEY);
  const [after] = await owner`select count(*) from private.audit_log`;
  expect(after, "an equal key is no change").toEqual(before);
  const { from } = (await setKey(null)) as { from: string };
  expect(from).toMatch(/^[\da-f]{64}$/);
  const [log] = await owner`select command, subject, reason, details from private.audit_log order by id desc limit 1`;
  expect(log).toEqual({
    ...{ command: "set-retention-key", subject: "retention_key", reason: "A test.", details: { from, to: null } },
  });
});

test("exports the records of days, or one by its id, and logs who asked and why", { tags: ["10.625"] }, async () => {
  for (const name of ["one", "two", "old"]) await erase((await newConfirmed(name)).id);
  const rows = await owner<{ id: string; today: string }[]>`
    select id, sealed_on::text as today from private.sealed_records order by id`;
  const { id = "", today = "" } = rows[0] ?? {};
  await owner`update private.sealed_records set sealed_on = sealed_on - 20 where id = ${rows[2]?.id ?? ""}`;
  const none = { first_day: null, last_day: null, record: null };
  const ask = (given: object) => call("service_role", "operator_sealed_records", { ...none, ...given, ...BY });
  const day = { first_day: today, last_day: today };
  expect(await ask(day)).toMatchObject(rows.slice(0, 2).map((row) => ({ id: row.id, sealed_on: today })));
  const [record] = (await ask({ record: id })) as { id: string; sealed: string }[];
  expect(record?.id).toBe(id);
  const [text] = await owner`
    select extensions.pgp_pub_decrypt(decode(${record?.sealed ?? ""}, 'base64'), extensions.dearmor(${PRIVATE_KEY})) as json`;
  expect(text?.json).toContain("review_ids");
  expect(await refusal(ask({ first_day: "2026-01-01", last_day: "2026-02-01" }))).toMatchObject({ code: "PT400" });
  const [log] = await owner`select command, subject, reason, details from private.audit_log order by id desc limit 1`;
  expect(log).toEqual({ command: "sealed-records", subject: id, reason: "A test.", details: { records: 1 } });
  const withoutReason = call("service_role", "operator_sealed_records", { ...none, ...day, ...BY, reason: " " });
  expect((await refusal(withoutReason)).message).toBe('Give the reason: --reason "<why>".');
});

test("sweeps a record after 180 days", { tags: ["10.626"] }, async () => {
  for (const name of ["kept", "swept"]) await erase((await newConfirmed(name)).id);
  const [kept, swept] = await owner<{ id: string }[]>`select id from private.sealed_records`;
  const age = (id: string, days: number) => owner`
    update private.sealed_records set sealed_on = (now() at time zone 'Asia/Kolkata')::date - ${days}::int where id = ${id}`;
  await age(kept?.id ?? "", 180);
  await age(swept?.id ?? "", 181);
  await sweep();
  expect([...(await owner`select id from private.sealed_records`)]).toEqual([kept]);
});
