import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { seededRandom } from "../../../bench/random.ts";
import { type Account, hide, newAccount, owner, photoName, photoPath, publish, unhide } from "./test-database.ts";
import { countMismatches } from "./count-mismatches.ts";

const WRITERS = 8;
const CHANGES = 4_000;
/** Few homes, so writers contend for the same rows. */
const HOMES = 30;

test("keeps counts equal to a recount under eight writers", { tags: ["10.10"], timeout: 120_000 }, async () => {
  const users = await Promise.all(["asha", "bela", "chitra", "divya"].map(newAccount));
  const writers = Array.from({ length: WRITERS }, (_, index) => ({
    user: users[index % users.length] as Account,
    random: seededRandom(index + 1),
  }));
  const ids: string[] = [];
  const done: Record<string, number> = {};
  let changes = 0;
  await Promise.all(
    writers.map(async (writer) => {
      while (changes < CHANGES) {
        changes += 1;
        // Merges are rare because they cannot be undone.
        const kind = await (changes % 200 === 0 ? mergeHomes(writer, ids) : changeSomething(writer, ids));
        done[kind] = (done[kind] ?? 0) + 1;
      }
    }),
  );

  const { merge = 0, refuse: _, ...single } = done;
  const kinds = ["correct", "count", "delete", "erase", "hide", "publish", "restore", "show"];
  expect(Object.keys(single).toSorted()).toEqual(kinds);
  expect(Math.min(...Object.values(single))).toBeGreaterThan(50);
  expect(merge).toBeGreaterThan(2);
  expect(await countMismatches(owner)).toEqual([]);
  const [counted] = await owner`
    select count(*)::int as homes, sum(review_count)::int as reviews from public.properties where city = 'Recountpur'`;
  expect(counted?.homes).toBe(HOMES);
  expect(counted?.reviews).toBeGreaterThan(200);
});

interface Writer {
  user: Account;
  random: () => number;
}

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
    await owner`insert into public.reviews ${owner({ ...review, created_at, hidden_at })}`;
    ids.push(review.id);
    return "restore";
  }
  if (choice < 0.6) {
    await hide(id);
    return "hide";
  }
  if (choice < 0.8) {
    await unhide(id);
    return "show";
  }
  if (choice < 0.84) {
    await owner`update public.reviews set is_counted = not is_counted where id = ${id}`;
    return "count";
  }
  if (choice < 0.9) {
    const { rating, review_text, answers } = randomReview(random, null);
    const created_at = new Date(1.7e12 + random() * 5e10);
    const corrected: Record<string, unknown> = { rating, review_text, answers, created_at };
    await owner`update public.reviews set ${owner(corrected as Record<string, string>)} where id = ${id}`;
    return "correct";
  }
  if (choice < 0.98) {
    await owner`delete from private.review_authors where review_id = ${id}`;
    return "erase";
  }
  await owner`delete from public.reviews where id = ${id}`;
  return "delete";
}

/** Merges the home of one review into the home of another. Resolves to "refuse" if the two are the same. */
async function mergeHomes({ random }: Writer, ids: string[]): Promise<string> {
  const [of = "", intoThatOf = ""] = [random(), random()].map((place) => ids[Math.floor(place * ids.length)]);
  const [home] = await owner`
    select review.property_id::text as from, other.property_id::text as into
    from public.reviews as review, public.reviews as other where review.id = ${of} and other.id = ${intoThatOf}`;
  if (!home) return "refuse";
  return owner`select public.operator_merge_homes(${home.from}, ${home.into}, 'asha', 'A test.')`.then(
    () => "merge",
    (error: { code: string }) => {
      if (!/^PT40[049]$/.test(error.code)) throw error;
      return "refuse";
    },
  );
}

/** Stores the row of a proof photo, as an operator restores it. Resolves to the path that a review names. */
async function storedPhoto(user: Account): Promise<string> {
  const name = photoName();
  await owner`
    insert into storage.objects ${owner({ id: randomUUID(), bucket_id: "review-proofs", name, owner_id: user.id })}`;
  return photoPath(name);
}

function randomReview(random: () => number, photo: string | null): Record<string, unknown> {
  const home = Math.floor(random() * HOMES);
  return {
    review_text: `${random() < 0.5 ? "Water all day." : "Fine."} ${randomUUID()}`,
    answers: owner.json(random() < 0.5 ? { size: random() < 0.5 ? "1rk" : "2bhk" } : {}),
    property_name: `Home ${home}`,
    locality: ["East", "EAST", "East-End", "east end"][home % 4],
    city: "Recountpur",
    rating: 1 + Math.floor(random() * 5),
    ...(photo ? { proof_urls: [photo] } : {}),
  };
}
