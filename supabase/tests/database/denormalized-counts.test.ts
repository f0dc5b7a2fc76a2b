import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seededRandom } from "../../../bench/random.ts";
import { type Account, newAccount, owner as operators, photoName, publish } from "./one-database.ts";
import { wrongCounts } from "./wrong-counts.ts";

const WRITERS = 8;
const CHANGES = 4_000;
/** Few homes, so that writers meet on the same rows. */
const HOMES = 30;

test(
  "keeps totals, figures and places equal to a full recount after 4,000 changes by eight concurrent writers",
  { tags: ["10.10"], timeout: 120_000 },
  async () => {
    const users = await Promise.all(["asha", "bela", "chitra", "divya"].map(newAccount));
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, index) => {
        const user = users[index % users.length] as Account;
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
          // Few: what is merged stays so.
          const kind = await (changes % 200 === 0 ? mergeHomes(writer, ids) : changeSomething(writer, ids));
          done[kind] = (done[kind] ?? 0) + 1;
        }
      }),
    );

    const { merge = 0, refuse: _, ...single } = done;
    expect(Object.keys(single).toSorted()).toEqual([
      "correct",
      "delete",
      "erase",
      "hide",
      "publish",
      "restore",
      "show",
    ]);
    expect(Math.min(...Object.values(single))).toBeGreaterThan(50);
    expect(merge).toBeGreaterThan(2);
    expect(await wrongCounts(operators)).toEqual([]);
    const [counted] = await operators`
    select count(*)::int as homes, sum(review_count)::int as reviews from public.properties where city = 'Recountpur'`;
    expect(counted?.homes).toBe(HOMES);
    expect(counted?.reviews).toBeGreaterThan(200);
  },
);

interface Writer {
  user: Account;
  random: () => number;
}

/** One change, weighted towards those that add. Resolves to its kind. */
async function changeSomething({ user, random }: Writer, ids: string[]): Promise<string> {
  const id = ids[Math.floor(random() * ids.length)];
  const choice = random();
  if (id === undefined || choice < 0.3) {
    ids.push(await publish(user, randomReview(random, random() < 0.4 ? await storedPhoto(user) : null)));
    return "publish";
  }
  if (choice < 0.4) {
    const review = { id: randomUUID(), ...randomReview(random, null) };
    const created_at = new Date(1.7e12 + random() * 5e10);
    const hidden_at = random() < 0.2 ? created_at : null;
    await operators`insert into public.reviews ${operators({ ...review, created_at, hidden_at })}`;
    ids.push(review.id);
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
  if (choice < 0.88) {
    const { rating, review_text, answers } = randomReview(random, null);
    const created_at = new Date(1.7e12 + random() * 5e10);
    const corrected: Record<string, unknown> = { rating, review_text, answers, created_at };
    await operators`update public.reviews set ${operators(corrected as Record<string, string>)} where id = ${id}`;
    return "correct";
  }
  if (choice < 0.98) {
    await operators`delete from private.review_authors where review_id = ${id}`;
    return "erase";
  }
  await operators`delete from public.reviews where id = ${id}`;
  return "delete";
}

/** Merges the home of one review into that of another. Resolves to "refuse" where these are one home. */
async function mergeHomes({ random }: Writer, ids: string[]): Promise<string> {
  const [of = "", intoThatOf = ""] = [random(), random()].map((place) => ids[Math.floor(place * ids.length)]);
  const [home] = await operators`
    select review.property_id::text as from, other.property_id::text as into
    from public.reviews as review, public.reviews as other where review.id = ${of} and other.id = ${intoThatOf}`;
  if (!home) return "refuse";
  return operators`select public.operator_merge_homes(${home.from}, ${home.into}, 'asha', 'A test.')`.then(
    () => "merge",
    (error: { code: string }) => {
      if (!/^PT40[049]$/.test(error.code)) throw error;
      return "refuse";
    },
  );
}

/** A proof photo of this user as an operator restores it: a row is enough. */
async function storedPhoto(user: Account): Promise<string> {
  const name = photoName();
  await operators`
    insert into storage.objects ${operators({ id: randomUUID(), bucket_id: "review-proofs", name, owner_id: user.id })}`;
  return `/storage/v1/object/public/review-proofs/${name}`;
}

function randomReview(random: () => number, photo: string | null): Record<string, unknown> {
  const home = Math.floor(random() * HOMES);
  return {
    review_text: `${random() < 0.5 ? "Water all day." : "Fine."} ${randomUUID()}`,
    answers: operators.json(random() < 0.5 ? { size: random() < 0.5 ? "1rk" : "2bhk" } : {}),
    property_name: `Home ${home}`,
    locality: ["East", "EAST", "East-End", "east end"][home % 4],
    city: "Recountpur",
    rating: 1 + Math.floor(random() * 5),
    ...(photo ? { proof_urls: [photo] } : {}),
  };
}
