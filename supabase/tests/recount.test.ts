import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../../bench/random.ts";
import { knownUser, owner, photoName, plainReview, publishReview, type User } from "./visitors.ts";
import { server } from "./worker-server.ts";

const WRITERS = 8;
const CHANGES = 2_000;
/** Few homes, so that writers meet on the same rows. */
const HOMES = 10;

/** One connection for each writer: they have to be able to wait for one another. */
const operators = postgres(server.databaseUrl, { max: WRITERS, idle_timeout: 1, onnotice: () => {} });

// An open connection at the end would be noise in the server's log.
afterAll(() => Promise.all([operators.end(), owner.end()]));

test("after 2,000 changes by eight writers at once the totals equal a full recount", async () => {
  const users = await Promise.all(["asha", "bela", "chitra", "divya"].map(knownUser));
  const writers = await Promise.all(
    Array.from({ length: WRITERS }, async (_, index) => {
      const user = users[index % users.length] as User;
      return { user, random: seededRandom(index + 1) };
    }),
  );
  const ids: string[] = [];
  const done: Record<string, number> = {};
  let changes = 0;

  await Promise.all(
    writers.map(async (writer) => {
      while (changes < CHANGES) {
        changes += 1;
        const kind = await changeSomething(writer, ids);
        done[kind] = (done[kind] ?? 0) + 1;
      }
    }),
  );

  expect(Object.keys(done).toSorted()).toEqual(["correct", "delete", "hide", "publish", "restore", "show"]);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(50);
  expect(await wrongTotals()).toEqual([]);
  const [counted] = await owner`
    select count(*)::int as homes, sum(review_count)::int as reviews from public.properties where city = 'Recountpur'`;
  expect(counted?.homes).toBe(HOMES);
  expect(counted?.reviews).toBeGreaterThan(200);
});

interface Writer {
  user: User;
  random: () => number;
}

/** One change, weighted towards those that add. Resolves to its kind. */
async function changeSomething({ user, random }: Writer, ids: string[]): Promise<string> {
  const id = ids[Math.floor(random() * ids.length)];
  const choice = random();
  if (id === undefined || choice < 0.3) {
    ids.push(await publishReview(user, randomReview(random, random() < 0.4 ? await storedPhoto(user) : null)));
    return "publish";
  }
  if (choice < 0.4) {
    const review = randomReview(random, null);
    const created_at = new Date(1.7e12 + random() * 5e10);
    const hidden_at = random() < 0.2 ? created_at : null;
    await operators`insert into public.reviews ${operators({ ...review, created_at, hidden_at })}`;
    ids.push(String(review.id));
    return "restore";
  }
  if (choice < 0.6) {
    await operators`update public.reviews set hidden_at = now() where id = ${id}`;
    return "hide";
  }
  if (choice < 0.8) {
    await operators`update public.reviews set hidden_at = null where id = ${id}`;
    return "show";
  }
  if (choice < 0.9) {
    await operators`update public.reviews set rating = ${1 + Math.floor(random() * 5)} where id = ${id}`;
    return "correct";
  }
  await operators`delete from public.reviews where id = ${id}`;
  return "delete";
}

/** A proof photo of this user as an operator restores it: a row is enough. */
async function storedPhoto(user: User): Promise<string> {
  const name = photoName("png");
  await operators`
    insert into storage.objects ${operators({ id: randomUUID(), bucket_id: "review-proofs", name, owner_id: user.id })}`;
  return `/storage/v1/object/public/review-proofs/${name}`;
}

function randomReview(random: () => number, photo: string | null): Record<string, unknown> {
  const home = Math.floor(random() * HOMES);
  return plainReview({
    property_name: `Home ${home}`,
    locality: "East",
    city: "Recountpur",
    rating: 1 + Math.floor(random() * 5),
    ...(photo ? { proof_urls: [photo] } : {}),
  });
}

/** The properties of the whole database whose totals are not those of their visible reviews. */
function wrongTotals() {
  return owner`
    select p.property_name, to_jsonb(p) as stored, to_jsonb(counted) as counted
    from public.properties as p
    cross join lateral (
      select
        count(*)::int as review_count, coalesce(sum(r.rating), 0)::int as rating_total,
        (count(*) filter (where r.is_verified))::int as verified_count
      from (
        select rating, verified and exists (select from private.review_proofs where review_id = id) as is_verified
        from public.reviews where property_id = p.id and hidden_at is null
      ) as r
    ) as counted
    where (p.review_count, p.rating_total, p.verified_count)
        <> (counted.review_count, counted.rating_total, counted.verified_count)`;
}
