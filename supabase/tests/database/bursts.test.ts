import { beforeEach, expect, test } from "vitest";
import { uniqueName } from "../unique-name.ts";
import { type Account, call, hide, newAccount, owner, propertyOf, publish, sweep, unhide } from "./test-database.ts";

const ANSWERS = { rent: "12k_18k", water: "all_day", power: "all", noise: "quiet", deposit: "2_months" };
const DIFFERENT =
  "The lift works|Neighbours sing at night|Tanker every second day|Rent went up twice|Owner fixes all".split("|");

let name = "";
let home = "";

beforeEach(async () => {
  await owner`update private.settings set value = shipped where key like 'burst_%'`;
  name = uniqueName("Home");
});

/** Publishes reviews of the home, each by a new account. Resolves to the authors. */
async function publishAlike(count: number, changes: Record<string, unknown> = {}): Promise<Account[]> {
  const authors = await Promise.all(Array.from({ length: count }, () => newAccount("ring")));
  for (const [nth, author] of authors.entries()) {
    const review_text = `Very good home with a kind owner, I recommend flat ${nth} to all.`;
    const id = await publish(author, {
      property_name: name,
      rating: 5,
      review_text,
      answers: owner.json(ANSWERS),
      ...changes,
    });
    home = await propertyOf(id);
  }
  return authors;
}

const bursts = () => owner<
  { id: string; found_on: string; state: string; signals: Record<string, number>; reviews: number }[]
>`
  select b.id, b.found_on::text, b.state, b.signals, count(i.review_id)::int as reviews
  from private.bursts as b left join private.burst_reviews as i on i.burst_id = b.id
  where b.property_id = ${home} group by b.id order by b.found_on, b.state desc`;
const settle = (state: string) => owner`update private.bursts set state = ${state} where property_id = ${home}`;

test("stores alike reviews of one home as a burst, and adds later ones to it", { tags: ["10.650"] }, async () => {
  await publishAlike(4);
  await sweep();
  expect(await bursts()).toEqual([]);
  await publishAlike(2);
  await sweep();
  const [{ today = "" } = {}] = await owner<
    { today: string }[]
  >`select (now() at time zone 'Asia/Kolkata')::date::text as today`;
  const signals = {
    ...{
      days: 7,
      reviews: 6,
      expected: 0.1,
      newAccounts: 6,
      firstReviews: 6,
      equalStars: 6,
      areStarsUnlike: false,
      equalAnswers: 6,
      nearTexts: 6,
    },
    score: expect.any(Number),
  };
  expect(await bursts()).toEqual([{ id: expect.any(String), found_on: today, state: "open", signals, reviews: 6 }]);
  await settle("checking");
  await publishAlike(1);
  await sweep();
  await sweep();
  // The signals stay: later ones would show what one more review adds.
  expect(await bursts()).toMatchObject([{ state: "checking", signals: { reviews: 6, newAccounts: 6 }, reviews: 7 }]);
});

test("finds a ring that withdraws its reviews and brings them back later", { tags: ["10.651"] }, async () => {
  const authors = await publishAlike(6);
  const reviews = await owner<{ id: string; author: string }[]>`
    select r.id, a.user_id as author from public.reviews as r join private.review_authors as a on a.review_id = r.id
    where r.property_id = ${home}`;
  const of = (author: { id: string }) => reviews.find((review) => review.author === author.id)?.id;
  for (const author of authors) await call(author, "withdraw_my_review", { review_id: of(author) });
  await sweep();
  expect(await bursts()).toMatchObject([{ state: "open", reviews: 6 }]);
  const shown = () => owner`select id from private.open_items() where kind = 'burst'`;
  const before = (await shown()).length;
  for (const author of authors.slice(0, 1)) await call(author, "bring_back_my_review", { review_id: of(author) });
  expect(await shown()).toHaveLength(before + 1);
});

test(
  "forgets a burst whose reviews were all erased, and takes in later ones of an old burst",
  { tags: ["10.651"] },
  async () => {
    for (const author of await publishAlike(6)) await call(author, "delete_my_account", { with_reviews: true });
    name = uniqueName("Home");
    await publishAlike(6);
    await sweep();
    await owner`update public.reviews set created_at = created_at - interval '40 days' where property_id = ${home}`;
    await publishAlike(7);
    await sweep();
    expect(await bursts()).toMatchObject([{ state: "open", reviews: 13 }]);
  },
);

test("leaves out hidden reviews and those of decided bursts", { tags: ["10.651"] }, async () => {
  await publishAlike(6);
  const reviews = await owner<{ id: string }[]>`select id from public.reviews where property_id = ${home}`;
  for (const { id } of reviews.slice(0, 3)) await hide(id);
  await sweep();
  expect(await bursts()).toEqual([]);
  for (const { id } of reviews.slice(0, 3)) await unhide(id);
  await sweep();
  expect(await bursts()).toMatchObject([{ reviews: 6 }]);
  await settle("genuine");
  await publishAlike(4);
  await sweep();
  expect(await bursts()).toMatchObject([{ state: "genuine", reviews: 6 }]);
});

test("moves a burst to the home that its home is merged into", { tags: ["10.651"] }, async () => {
  await publishAlike(6);
  await sweep();
  const merged = home;
  name = uniqueName("Home");
  await publishAlike(1);
  await call("service_role", "operator_merge_homes", {
    from_home: merged,
    into_home: home,
    operator: "asha",
    reason: "One.",
  });
  await sweep();
  expect(await bursts()).toMatchObject([{ state: "open", signals: { reviews: 6 }, reviews: 7 }]);
});

test("counts an earlier burst that is not counted against the next one", { tags: ["10.651"] }, async () => {
  await owner`update private.settings set value = '90' where key = 'burst_slow_days'`;
  const scoreAfter = async (state: string, weight: number) => {
    await owner`update private.settings set value = ${weight} where key = 'burst_weight_earlier'`;
    name = uniqueName("Home");
    await publishAlike(6);
    await sweep();
    await settle(state);
    await publishAlike(6);
    await sweep();
    return (await bursts()).find((burst) => burst.state === "open")?.signals.score ?? 0;
  };
  const score = await scoreAfter("uncounted", 0);
  expect(score).toBeGreaterThan(100);
  expect(await scoreAfter("uncounted", 20)).toBe(score + 20);
  // The reviews of a genuine burst are the usual ones of the home.
  expect(await scoreAfter("genuine", 20)).toBeLessThan(score);
});

test("counts an erased account as new, and its review as its first", { tags: ["10.651"] }, async () => {
  const authors = await publishAlike(6);
  const ids = authors.map(({ id }) => id);
  await owner`update auth.users set created_at = now() - interval '1 year' where id = any (${ids})`;
  for (const author of authors.slice(0, 2)) await call(author, "delete_my_account", { with_reviews: false });
  await sweep();
  expect(await bursts()).toMatchObject([{ signals: { reviews: 6, newAccounts: 2, firstReviews: 6 } }]);
});

test("leaves different reviews alone, and lets operators set weights", { tags: ["10.652"] }, async () => {
  for (const [nth, words] of DIFFERENT.entries())
    await publishAlike(1, { rating: 1 + nth, review_text: words, answers: {} });
  await sweep();
  expect(await bursts()).toEqual([]);
  await call("service_role", "operator_set_setting", { name: "burst_threshold", new_value: "10", operator: "asha" });
  await sweep();
  expect(await bursts()).toMatchObject([{ signals: { reviews: 5, equalStars: 1, equalAnswers: 0, nearTexts: 0 } }]);
});

test(
  "stores no account and no time with a burst, and shows it to no role of the API",
  { tags: ["10.653"] },
  async () => {
    const columns = await owner<{ name: string }[]>`
    select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns
    where table_schema = 'private' and table_name in ('bursts', 'burst_reviews') order by 1`;
    expect(columns.map((column) => column.name)).toEqual([
      ...[
        "burst_reviews.burst_id uuid",
        "burst_reviews.is_genuine boolean",
        "burst_reviews.review_id uuid",
        "bursts.found_on date",
        "bursts.id uuid",
      ],
      ...["bursts.property_id uuid", "bursts.signals jsonb", "bursts.state text"],
    ]);
    const granted = await owner`
    select role, what from unnest(array['anon', 'authenticated', 'service_role', 'site_reader', 'supabase_auth_admin']) as role,
      unnest(array['private.burst_signals(uuid, date, timestamptz)', 'private.find_bursts(timestamptz, uuid)']) as what
    where has_function_privilege(role, what, 'execute')
    union all
    select role, what from unnest(array['anon', 'authenticated', 'service_role', 'supabase_auth_admin']) as role,
      unnest(array['private.bursts', 'private.burst_reviews']) as what
    where has_table_privilege(role, what, 'select') or has_any_column_privilege(role, what, 'select')`;
    expect(granted).toEqual([]);
  },
);

test("adds nothing to the work of publishing a review", { tags: ["10.653"] }, async () => {
  const triggers = await owner<{ source: string }[]>`
    select p.prosrc as source from pg_trigger as t join pg_proc as p on p.oid = t.tgfoid where t.tgrelid = 'public.reviews'::regclass`;
  expect(triggers.length).toBeGreaterThan(5);
  expect(triggers.filter(({ source }) => /find_bursts|burst_signals/.test(source))).toEqual([]);
});
