import { beforeEach, expect, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import { rankReviewers, type TopReviewer } from "~/domain/top-reviewers";
import { call, hide, newAccount, owner, publish } from "./test-database.ts";

beforeEach(async () => {
  await owner`delete from public.reviews`;
});

const PLACE = { property_name: "House", locality: "Lane", city: "Pune", rating: 4, review_text: "Fine." };

const topReviewers = () => call("anon", "top_reviewers") as Promise<TopReviewer[]>;
const anonymous = (...places: number[]) => places.map((place) => ({ label: `Reviewer ${place}`, count: 1 }));

/** Returns the start and end of India's current month as timestamps. `end` is exclusive. */
function month() {
  const [year = 0, number = 0] = dayInIndia(new Date()).split("-").map(Number);
  const midnight = (index: number) =>
    Date.parse(`${new Date(Date.UTC(year, index)).toISOString().slice(0, 10)}T00:00:00+05:30`);
  return { start: midnight(number - 1), end: midnight(number) };
}

test("returns the same list as the browser mode", { tags: ["9.2"] }, async () => {
  const { start, end } = month();
  const inTurn = [
    ...["first", "late", "early", "early", "late", "most", "most", "most", null, null, null, "ravi", "RAVI", "  ravi "],
    ...["a", "b", "c", "d"],
  ].map((name, nth): [string | null, number] => [name && `${name}@b.example`, start + nth * 60_000]);
  const oldestFirst: typeof inTurn = [
    ["before@b.example", start - 1],
    ...inTurn,
    ["last@b.example", end - 1],
    ["after@b.example", end],
  ];
  for (const [email, at] of oldestFirst)
    await owner`insert into public.reviews ${owner({ ...PLACE, email, created_at: new Date(at) })}`;
  const newestFirst = oldestFirst.map(([email, at]) => ({ email, publishedOn: dayInIndia(new Date(at)) })).toReversed();
  const expected = rankReviewers(newestFirst, dayInIndia(new Date()));
  expect(expected).toHaveLength(10);
  for (let again = 0; again < 3; again += 1) expect(await topReviewers()).toEqual(expected);
  await owner`delete from public.reviews where created_at >= ${new Date(start)} and created_at < ${new Date(end - 1)}`;
  expect(await topReviewers()).toEqual([{ label: "last", count: 1 }]);
});

test("starts and ends the month by India's clock", { tags: ["9.2"] }, async () => {
  for (const [name, at] of [
    ["november", "2026-11-30T23:59:00+05:30"],
    ["december", "2026-12-01T00:01:00+05:30"],
  ])
    for (const email of [`${name}@b.example`, null])
      await owner`insert into public.reviews ${owner({ ...PLACE, email, created_at: at })}`;
  const labels = async (at: string) =>
    (await owner`select label from private.reviewers_of_month(${at})`).map(({ label }) => label as string);
  expect(await labels("2026-11-30T23:50:00+05:30")).toEqual(["november", "Reviewer 2"]);
  expect(await labels("2026-12-01T00:10:00+05:30")).toEqual(["december", "Reviewer 2"]);
});

test("ranks reviews of a deleted account as anonymous, and no hidden ones", async () => {
  const [asha, leaver] = [await newAccount("asha"), await newAccount("leaver")];
  const id = await publish(asha, { email: asha.email });
  for (const email of [leaver.email.toUpperCase(), leaver.email, null]) await publish(leaver, { email });
  const [label = ""] = asha.email.split("@");
  expect((await topReviewers())[0]).toEqual({ label: leaver.email.split("@")[0], count: 2 });
  await owner`delete from auth.users where id = ${leaver.id}`;
  expect(await topReviewers()).toEqual([{ label, count: 1 }, ...anonymous(2, 3, 4)]);
  await hide(id);
  expect(await topReviewers()).toEqual(anonymous(1, 2, 3));
  const [unsigned] = await owner`
    update public.reviews set hidden_at = now() where id = (select id from public.reviews where hidden_at is null limit 1) returning id`;
  expect(await topReviewers()).toEqual(anonymous(1, 2));
  await owner`update public.reviews set hidden_at = null where id in (${id}, ${unsigned?.id})`;
  expect(await topReviewers()).toEqual([{ label, count: 1 }, ...anonymous(2, 3, 4)]);
});
