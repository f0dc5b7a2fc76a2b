import { randomUUID } from "node:crypto";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { COMMANDS } from "../../../server/operator/commands.ts";
import type { Project } from "../../../server/operator/project.ts";
import { readRetentionKey } from "../../../server/retention-key.ts";
import {
  type Account,
  blockedBy,
  call,
  fileGrievance,
  hide,
  insert,
  newAccount,
  owner,
  photoName,
  photoPath,
  publish,
  report,
  seed,
  untilWaiting,
  upload,
} from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";
import { countMismatches } from "./count-mismatches.ts";

beforeAll(seed);

/** Two accounts that reviewed the same homes in turn, and other traces of the first one. */
interface Scene {
  erased: Account;
  other: Account;
  written: string[];
  others: string[];
  signedByOther: string;
}

async function newScene(): Promise<Scene> {
  const [erased, other] = [await newAccount("erased"), await newAccount("other")];
  const [written, others]: [string[], string[]] = [[], []];
  for (const house of ["One", "Two", "Three", "Four"]) {
    const property_name = `House ${house} ${erased.id.slice(0, 4)}`;
    const proof_urls = [await upload(erased)];
    written.push(await publish(erased, { property_name, rating: 5, proof_urls, email: erased.email }));
    others.push(await publish(other, { property_name, rating: 2, email: other.email }));
  }
  written.push(await publish(erased, { property_name: uniqueName("Alone") }));
  // The other account had this email when it signed a review.
  await owner`update auth.users set email = ${erased.email.toUpperCase()} where id = ${other.id}`;
  const signedByOther = await publish(other, { property_name: uniqueName("Signed"), email: erased.email });
  await owner`update auth.users set email = ${other.email} where id = ${other.id}`;
  for (const id of [written[1], others[2]]) await report(id ?? "", { reporter_email: erased.email });
  await insert("anon", "public.referral_waitlist", { name: "E", email: erased.email });
  await owner`insert into private.email_outbox (template, recipient, fields) values ('recovery', ${erased.email}, '{"token_hash": "x"}')`;
  await fileGrievance({ email: erased.email });
  await owner`
    insert into auth.audit_log_entries (payload) values (${owner.json({ action: "login", actor_id: erased.id, actor_username: erased.email })})`;
  return { erased, other, written, others, signedByOther };
}

/** Returns the rows with their ctid, which changes with each update of a row. */
async function rowsOf(table: string, key = "id") {
  return owner.unsafe<{ key: string; place: string; row: string }[]>(
    `select ${key}::text as key, ctid::text as place, t::text as row from ${table} as t order by ctid`,
  );
}

async function publicAnswers({ written, others, signedByOther }: Scene) {
  const ids = [...written, ...others, signedByOther];
  const properties = await owner<{ property_id: string }[]>`
    select distinct property_id from public.reviews where id = any (${ids}) order by 1`;
  const ask = (name: string, args: Record<string, unknown> = {}) => call("anon", name, args);
  return {
    recent: await ask("recent_reviews", { at_most: 10 }),
    cities: await ask("review_cities"),
    lists: await Promise.all(
      ["recent", "rating"].flatMap((sort) =>
        ["", "house"].map((search) => ask("browse_properties", { sort, search, page_size: 50, reviews_per_group: 60 })),
      ),
    ),
    properties: await Promise.all(properties.map(({ property_id }) => ask("property_reviews", { property_id }))),
    contexts: await Promise.all(ids.map((review_id) => ask("review_in_context", { review_id }))),
  };
}

/** Drops names, photos and the verified flag, which an erase removes. */
function withoutNamesAndPhotos(answers: unknown): unknown {
  const gone = ["displayName", "proofUrls", "verified"];
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (gone.includes(key) ? null : value)));
}

/** Returns the tables with a row that holds this text. */
async function tracesOf(text: string): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await owner.unsafe(`select 1 from ${name} as t where strpos(lower(t::text), lower($1)) > 0`, [text]);
    if (row) found.push(name);
  }
  return found;
}

/** Runs the command of `npm run admin -- erase …` on this database. */
async function erase(who: string, options: { withReviews?: true } = {}) {
  const project: Project = {
    name: "the test",
    call: (name, given) => call("service_role", name, given),
    movePhoto: async () => {},
    removePhotos: async (photos) => {
      for (const { bucket, name } of photos) {
        await owner`delete from storage.objects where bucket_id = ${bucket} and name = ${name}`;
      }
    },
    sweepUploads: async () => 0,
    close: async () => {},
  };
  return COMMANDS.erase?.run({ project, operator: "asha", args: [who], options, confirm: async () => true });
}

const PRIVATE = ["private.review_authors", "private.review_names", "private.review_proofs"];

/** With and without RETENTION_KEY. */
const RETENTION = ["off", "on"] as const;

/** Returns the tables with rows that were not there before. */
async function tablesWithNewRows(change: () => Promise<unknown>): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage') order by 1`;
  const read = async () => {
    const rows = new Set<string>();
    for (const { name } of tables)
      for (const { row } of await owner.unsafe<{ row: string }[]>(`select t::text as row from ${name} as t`))
        rows.add(`${name} ${row}`);
    return rows;
  };
  const before = await read();
  await change();
  const added = [...(await read())].filter((row) => !before.has(row));
  return [...new Set(added.map((row) => row.split(" ", 1)[0] ?? ""))].toSorted();
}

async function switchRetention(state: (typeof RETENTION)[number]): Promise<void> {
  const new_key = state === "on" ? readRetentionKey("supabase/tests/retention-key.asc") : null;
  await call("service_role", "operator_set_retention_key", { new_key, operator: "asha", reason: "A test." });
}

test.each([{}, { withReviews: true }] as const)(
  "adds only sealed bytes to the rows of an erasure if the retention key is on (%o)",
  { tags: ["10.629"] },
  async (options) => {
    const added = { off: [] as string[], on: [] as string[] };
    for (const state of RETENTION) {
      await switchRetention(state);
      const { erased } = await newScene();
      added[state] = await tablesWithNewRows(async () => erase(erased.email, options));
    }
    expect(added.off).toContain("private.audit_log");
    expect(added.on).toEqual([...added.off, "private.sealed_records"].toSorted());
  },
);

test.each(RETENTION)("changes no other row in an erasure (retention %s)", { tags: ["10.629"] }, async (state) => {
  await switchRetention(state);
  const scene = await newScene();
  const { erased, written, signedByOther } = scene;
  const before = {
    reviews: await rowsOf("public.reviews"),
    reports: await rowsOf("public.review_reports"),
    hidden: await Promise.all(PRIVATE.map((table) => rowsOf(table, "review_id"))),
    answers: await publicAnswers(scene),
  };

  const answer = await erase(erased.email.toUpperCase());
  expect(answer).toMatchObject({
    ...{ account: erased.id, accounts: 1, reviews: 5, reviews_deleted: false, names: 1, reports: 2, waitlist: 1 },
    waiting_emails: 2,
  });

  expect(await rowsOf("public.reviews")).toEqual(before.reviews);
  expect(await rowsOf("public.review_reports")).toEqual(before.reports);
  const gone = new Set([...written, signedByOther]);
  const [authors, names, proofs] = await Promise.all(PRIVATE.map((table) => rowsOf(table, "review_id")));
  expect(authors).toEqual(before.hidden[0]?.filter(({ key }) => !written.includes(key)));
  expect(names).toEqual(before.hidden[1]?.filter(({ key }) => !gone.has(key)));
  expect(proofs).toEqual(before.hidden[2]?.filter(({ key }) => !written.includes(key)));

  const answers = await publicAnswers(scene);
  expect(withoutNamesAndPhotos(answers)).toEqual(withoutNamesAndPhotos(before.answers));
  const verified = (await call("anon", "browse_properties", { sort: "verified", search: "House" })) as object;
  for (const id of written) expect(JSON.stringify(verified)).not.toContain(id);
  expect(await countMismatches(owner)).toEqual([]);
  for (const [index, id] of written.entries()) {
    const group = answers.contexts[index] as { reviews: Record<string, unknown>[] };
    expect(group.reviews[0]).toMatchObject({ id, displayName: "Anonymous", proofUrls: [], verified: false });
  }
  expect(answers.contexts.at(-1)).toMatchObject({ reviews: [{ id: signedByOther, displayName: "Anonymous" }] });
  expect(await tracesOf(erased.email)).toEqual([]);
  expect(await tracesOf(erased.id), "but in the log of operators").toEqual(["private.audit_log"]);
});

test.each(RETENTION)("deletes only the rows of the account when Auth deletes it (retention %s)", async (state) => {
  await switchRetention(state);
  const { erased } = await newScene();
  const before = await rowsOf("public.reviews");
  await owner`delete from auth.users where id = ${erased.id}`;
  expect(await rowsOf("public.reviews")).toEqual(before);
  // Rows that name the email but no account remain: outbox, grievance, report, waitlist, and a review that another account signed with it.
  expect(await tracesOf(erased.email)).toEqual([
    ...["private.email_outbox", "private.grievance_emails", "private.monthly_reviewers", "private.reporter_emails"],
    ...["private.review_names", "referral_waitlist"],
  ]);
  expect(await tracesOf(erased.id)).toEqual(["storage.objects"]);
});

test.each(RETENTION)("deletes the reviews with the account if asked (retention %s)", async (state) => {
  await switchRetention(state);
  const { erased, written, others } = await newScene();
  const before = { reviews: await rowsOf("public.reviews"), properties: await rowsOf("public.properties") };
  const answer = await erase(erased.id, { withReviews: true });
  expect(answer).toMatchObject({ account: erased.id, reviews: 5, reviews_deleted: true, photos: 4 });

  expect(await rowsOf("public.reviews")).toEqual(before.reviews.filter(({ key }) => !written.includes(key)));
  const properties = await rowsOf("public.properties");
  expect(before.properties.length - properties.length, "one home had no other review").toBe(1);
  expect(await countMismatches(owner)).toEqual([]);
  const counts = await owner`
    select review_count, rating_total from public.properties
    where id in (select property_id from public.reviews where id = any (${others}))`;
  expect([...counts]).toEqual(Array.from({ length: 4 }, () => ({ review_count: 1, rating_total: 2 })));

  const log = await owner`select command, details from private.audit_log where subject = ${erased.id} order by id`;
  expect([...log]).toEqual([
    {
      command: "erase",
      details: {
        ...{
          accounts: 1,
          reports: 1,
          reply_reports: 0,
          place_alerts: 0,
          grievances: 1,
          waitlist: 1,
          waiting_emails: 2,
          events: 0,
        },
        with_reviews: true,
      },
    },
  ]);
  for (const id of written) expect(await tracesOf(id)).toEqual([]);
  expect(await tracesOf(erased.email)).toEqual([]);
  expect(await tracesOf(erased.id), "but in the log of operators").toEqual(["private.audit_log"]);
});

test("deletes an email typed in capitals and full width with its account", async () => {
  const [erased, other] = [await newAccount("erased"), await newAccount("other")];
  const typed = Array.from(erased.email.toUpperCase(), (letter) =>
    /[A-Z]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
  ).join("");
  await report(await publish(other), { reporter_email: typed });
  await insert("anon", "public.referral_waitlist", { name: "E", email: typed });
  expect((await tracesOf(typed)).length).toBe(2);
  await erase(erased.email);
  expect(await tracesOf(typed)).toEqual([]);
});

test("deletes an account's entries in Auth's audit log in every JSON form", async () => {
  const account = await newAccount("logged");
  const address = `r&d+${randomUUID()}@example.com`;
  await owner`update auth.users set email = ${address} where id = ${account.id}`;
  const byAddress = JSON.stringify({ action: "login", actor_username: address }).replace("&", "\\u0026");
  const byId = JSON.stringify({ action: "user_deleted", traits: { user_id: account.id } });
  const ofOthers = [`r&d@example.com`, `${account.id}@example.com`].map((other) =>
    JSON.stringify({ action: "login", actor_username: other }),
  );
  const mentioned = JSON.stringify({ action: "login", user_agent: `about ${account.id}` });
  for (const event of [byAddress, byId, JSON.stringify(byAddress), ...ofOthers, mentioned])
    await owner`insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), ${event}::text::json)`;
  const kept = async () => (await owner`select payload::text as text from auth.audit_log_entries`).length;
  const before = await kept();
  await owner`delete from auth.users where id = ${account.id}`;
  expect(before - (await kept())).toBe(3);
});

test("re-creates a home for a review that arrives while its last review is deleted", async () => {
  const other = await newAccount("other");
  const place = { property_name: uniqueName("Changing House"), locality: "Lane", city: "Pune" };
  const last = await publish(other, place);
  await blockedBy(
    (sql) => sql`delete from public.reviews where id = ${last}`,
    () => publish(other, place),
  );
  const homes = await owner`select review_count from public.properties where property_name = ${place.property_name}`;
  expect([...homes]).toEqual([{ review_count: 1 }]);
});

test("keeps a home if its last review is deleted while another one is being stored", async () => {
  const other = await newAccount("other");
  const place = { property_name: uniqueName("Kept House"), locality: "Lane", city: "Pune" };
  const last = await publish(other, place);
  const photo = photoName();
  const review = { ...place, rating: 4, review_text: "New.", proof_urls: [photoPath(photo)] };
  const undo = new Error("undone");
  let storing: Promise<unknown> = Promise.resolve();
  let deleting: Promise<unknown> = Promise.resolve();
  const holding = owner.begin(async (sql) => {
    // The new review finds its home, then waits for the row of its photo.
    await sql`
      insert into private.review_proofs (photo_name, review_id, position)
      values (${path.basename(photo)}, ${randomUUID()}, 1)`;
    storing = owner`insert into public.reviews ${owner(review)}`.execute();
    await untilWaiting();
    deleting = owner`delete from public.reviews where id = ${last}`.execute();
    await untilWaiting(2);
    throw undo;
  });
  await expect(holding).rejects.toBe(undo);
  await Promise.all([storing, deleting]);
  const homes = await owner`select review_count from public.properties where property_name = ${place.property_name}`;
  expect([...homes]).toEqual([{ review_count: 1 }]);
  expect(await countMismatches(owner)).toEqual([]);
});

test.for([
  ["hidden", "update public.reviews set hidden_at = now() where id = $1"],
  ["shown again", "update public.reviews set hidden_at = null where id = $1"],
  ["corrected", "update public.reviews set rating = 1 where id = $1"],
] as const)("counts a review correctly that is %s while its photos are deleted", async ([how, decision]) => {
  const erased = await newAccount("erased");
  const photo = await upload(erased);
  const id = await publish(erased, { property_name: uniqueName("Counted"), proof_urls: [photo] });
  if (how === "shown again") await hide(id);
  await blockedBy(
    (sql) => sql`delete from private.review_authors where review_id = ${id}`,
    () => owner.unsafe(decision, [id]).execute(),
  );
  expect(await countMismatches(owner)).toEqual([]);
});
