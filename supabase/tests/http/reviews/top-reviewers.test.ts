import { beforeEach, expect, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import {
  emailOf,
  knownUser,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  readReview,
  rpc,
  newUser,
  type User,
} from "../client.ts";

interface Row {
  label: string;
  count: number;
}

// The list is about everybody: what was written before belongs to an earlier month.
beforeEach(async () => {
  await owner`update public.reviews set created_at = created_at - interval '2 months' where created_at >= ${month().start}`;
});

test("without a review in this month the list is empty", async () => {
  expect(await topReviewers()).toEqual([]);
});

test(
  "authors are listed by their reviews of this month, under the part of their email before the @",
  { tags: ["7.7", "9.6"] },
  async () => {
    const [asha, ravi] = [await knownUser("asha.r"), await knownUser("ravi")];
    await publish(ravi, 1, ravi.email);
    await publish(asha, 2, asha.email);
    expect(await topReviewers()).toEqual([
      { label: "asha.r", count: 2 },
      { label: "ravi", count: 1 },
    ]);
  },
);

test("visitors, members and the authors themselves get the same list", async () => {
  const asha = await knownUser("asha.r");
  await publish(asha, 1, asha.email);
  const list = await topReviewers();
  for (const reader of [await knownUser("ravi"), asha]) expect((await rpc(reader, "top_reviewers")).body).toEqual(list);
});

test("an email is the same in capitals, and however its review spells it", { tags: ["9.4"] }, async () => {
  const asha = await knownUser("asha.r");
  for (const email of [asha.email, asha.email.toUpperCase(), `  ${asha.email} `]) await publish(asha, 1, email);
  expect(await topReviewers()).toEqual([{ label: "asha.r", count: 3 }]);
});

test(
  "each review without an e-mail has a place of its own, called by its number: no two of an author stand together",
  { tags: ["9.5"] },
  async () => {
    const [asha, ravi] = [await knownUser("asha.r"), await knownUser("ravi")];
    await publish(asha, 3, null);
    await publish(ravi, 2, ravi.email);
    expect(await topReviewers()).toEqual([
      { label: "ravi", count: 2 },
      ...[2, 3, 4].map((place) => ({ label: `Reviewer ${place}`, count: 1 })),
    ]);
  },
);

test("what an author wrote as Anonymous never counts under their name", async () => {
  const asha = await knownUser("asha.r");
  await publish(asha, 2, asha.email);
  await publish(asha, 1, null);
  expect(await topReviewers()).toEqual([
    { label: "asha.r", count: 2 },
    { label: "Reviewer 2", count: 1 },
  ]);
});

test(
  "reviews are counted by the e-mail given with them, whatever account sends it",
  { tags: ["7.7", "9.4"] },
  async () => {
    const [asha, other] = [await knownUser("asha.r"), await knownUser("other")];
    await publish(asha, 1, asha.email);
    await publish(other, 1, asha.email.toUpperCase());
    await publish(other, 1, emailOf("pen-name"));
    expect(await topReviewers()).toEqual([
      { label: "asha.r", count: 2 },
      { label: "pen-name", count: 1 },
    ]);
  },
);

test("reviews of a deleted account count without an e-mail, whatever email they carried", async () => {
  const [asha, leaver] = [await knownUser("asha.r"), await newUser("leaver")];
  await publish(asha, 1, asha.email);
  const typed = await publish(leaver, 2, asha.email);
  const own = await publish(leaver, 1, leaver.email);
  await owner`delete from auth.users where email = ${leaver.email}`;
  const ids = [...typed, ...own];
  for (const table of ["review_authors", "review_names"])
    expect(await owner`select from private.${owner.unsafe(table)} where review_id in ${owner(ids)}`).toHaveLength(0);
  for (const id of ids) expect(await readReview(id)).toMatchObject({ display_name: "Anonymous" });
  expect(await topReviewers()).toEqual([
    { label: "asha.r", count: 1 },
    ...[2, 3, 4].map((place) => ({ label: `Reviewer ${place}`, count: 1 })),
  ]);
});

test("the month begins and ends at midnight in India", { tags: ["7.7", "9.3"] }, async () => {
  const { start, end } = month();
  await enter(new Date(Date.parse(start) - 1).toISOString(), emailOf("last-month"));
  await enter(start, emailOf("first-moment"));
  await enter(new Date(Date.parse(end) - 1).toISOString(), emailOf("last-moment"));
  await enter(end, emailOf("next-month"));
  expect(await topReviewers()).toEqual([
    { label: "first-moment", count: 1 },
    { label: "last-moment", count: 1 },
  ]);
});

test("hidden reviews do not count until they are shown again", async () => {
  const asha = await knownUser("asha.r");
  const [id = ""] = await publish(asha, 2, asha.email);
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
  expect(await topReviewers()).toEqual([{ label: "asha.r", count: 1 }]);
  await owner`update public.reviews set hidden_at = null where id = ${id}`;
  expect(await topReviewers()).toEqual([{ label: "asha.r", count: 2 }]);
});

test("of equal counts the earlier first review of the month comes first", async () => {
  const { start } = month();
  const at = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();
  for (const [name, minutes] of [
    ["late", [20, 21]],
    ["early", [10, 40]],
    ["most", [50, 51, 52]],
    ["middle", [15, 16]],
  ] as const) {
    const email = emailOf(name);
    for (const minute of minutes) await enter(at(minute), email);
  }
  const labels = (await topReviewers()).map((place) => place.label);
  expect(labels).toEqual(["most", "early", "middle", "late"]);
});

test("authors of the same count and moment keep their order from one call to the next", async () => {
  for (let index = 0; index < 12; index += 1) await enter(month().start, emailOf(`same-${index}`));
  const first = await topReviewers();
  expect(first.length).toBe(10);
  for (let again = 0; again < 5; again += 1) expect(await topReviewers()).toEqual(first);
});

test("the list ends after ten", { tags: ["9.2"] }, async () => {
  for (let index = 0; index < 12; index += 1) {
    const email = index === 4 ? null : emailOf(`author-${index}`);
    for (let count = index; count < 12; count += 1) await enter(month().start, email);
  }
  const list = await topReviewers();
  expect(list[0]).toEqual({ label: "author-0", count: 12 });
  // The fifth has no e-mail: each of its reviews counts by itself. The eleventh of the others is left out.
  expect(list.map((place) => place.count)).toEqual([12, 11, 10, 9, 7, 6, 5, 4, 3, 2]);
});

async function topReviewers(): Promise<Row[]> {
  const answer = await rpc(newVisitor(), "top_reviewers");
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Publishes this many reviews with this e-mail, its own or another's. Resolves to their ids. */
async function publish(user: User, count: number, email: string | null): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await publishReview(user, { email }));
  return ids;
}

/** A review as an operator enters one, without an account, at this time. */
async function enter(createdAt: string, email: string | null): Promise<void> {
  await owner`insert into public.reviews ${owner({ ...plainReview({ email }), created_at: createdAt })}`;
}

/** India's current month, as times: from `start` until just before `end`. */
function month() {
  const [year = 0, number = 0] = dayInIndia(new Date()).split("-").map(Number);
  const midnight = (index: number) => `${new Date(Date.UTC(year, index)).toISOString().slice(0, 10)}T00:00:00+05:30`;
  return { start: midnight(number - 1), end: midnight(number) };
}
