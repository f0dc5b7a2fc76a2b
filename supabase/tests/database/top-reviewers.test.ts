import { beforeEach, expect, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import { call, newAccount, owner, publish } from "./one-database.ts";

beforeEach(async () => {
  await owner`delete from public.reviews`;
});

interface Row {
  label: string;
  count: number;
}

const topReviewers = () => call("anon", "top_reviewers") as Promise<Row[]>;

/** India's current month, as times: from `start` until just before `end`. */
function month() {
  const [year = 0, number = 0] = dayInIndia(new Date()).split("-").map(Number);
  const midnight = (index: number) =>
    Date.parse(`${new Date(Date.UTC(year, index)).toISOString().slice(0, 10)}T00:00:00+05:30`);
  return { start: midnight(number - 1), end: midnight(number) };
}

const { start, end } = month();
const MINUTE = 60_000;
/** So many times one e-mail, a minute apart. */
const many = (email: string | null, count: number, minutes = 0): [string | null, number][] =>
  Array.from({ length: count }, (_, nth) => [email, start + (minutes + nth) * MINUTE]);
const anonymous = (...places: number[]) => places.map((place) => ({ label: `Reviewer ${place}`, count: 1 }));

/** What it is, the reviews with e-mail and time, and the list that they make. */
const LISTS: [string, [string | null, number][], Row[]][] = [
  [
    "empty without a review of this month",
    [
      ["last@b.example", start - 1],
      ["next@b.example", end],
    ],
    [],
  ],
  [
    "of reviews from the month's first moment to its last, at midnight in India",
    [
      ["first@b.example", start],
      ["last@b.example", end - 1],
    ],
    [
      { label: "first", count: 1 },
      { label: "last", count: 1 },
    ],
  ],
  [
    "of authors by their e-mails, however each is spelt",
    [
      ...many("ravi@b.example", 1),
      ...many("asha.r@b.example", 1),
      ...many("ASHA.R@b.example", 1),
      ...many("  asha.r@b.example ", 1),
    ],
    [
      { label: "asha.r", count: 3 },
      { label: "ravi", count: 1 },
    ],
  ],
  [
    "with a place of its own, called by its number, for each review without an e-mail",
    [...many(null, 3), ...many("ravi@b.example", 2)],
    [{ label: "ravi", count: 2 }, ...anonymous(2, 3, 4)],
  ],
  [
    "ordered by count, then by the first review of the month",
    [...many("late@b.example", 2, 20), ...many("early@b.example", 2, 10), ...many("most@b.example", 3, 50)],
    [
      { label: "most", count: 3 },
      { label: "early", count: 2 },
      { label: "late", count: 2 },
    ],
  ],
  [
    "of ten at most",
    Array.from({ length: 12 }, (_, nth) => many(`a${nth}@b.example`, 12 - nth, nth)).flat(),
    Array.from({ length: 10 }, (_, nth) => ({ label: `a${nth}`, count: 12 - nth })),
  ],
];

test.for(LISTS)(
  "the list is %s",
  { tags: ["7.7", "9.2", "9.3", "9.4", "9.5", "9.6"] },
  async ([, entered, expected]) => {
    const place = { property_name: "House", locality: "Lane", city: "Pune", rating: 4, review_text: "Fine." };
    const rows = entered.map(([email, at]) => ({ ...place, email, created_at: new Date(at) }));
    for (const row of rows) await owner`insert into public.reviews ${owner(row)}`;
    for (let again = 0; again < 3; again += 1) expect(await topReviewers()).toEqual(expected);
  },
);

test("reviews of a deleted account count without an e-mail, hidden ones not until they are shown", async () => {
  const [asha, leaver] = [await newAccount("asha"), await newAccount("leaver")];
  const id = await publish(asha, { email: asha.email });
  for (const email of [asha.email.toUpperCase(), leaver.email, null]) await publish(leaver, { email });
  const [label = ""] = asha.email.split("@");
  expect((await topReviewers())[0]).toEqual({ label, count: 2 });
  await owner`delete from auth.users where id = ${leaver.id}`;
  expect(await topReviewers()).toEqual([{ label, count: 1 }, ...anonymous(2, 3, 4)]);
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
  expect(await topReviewers()).toEqual(anonymous(1, 2, 3));
  await owner`update public.reviews set hidden_at = null where id = ${id}`;
  expect((await topReviewers())[0]).toEqual({ label, count: 1 });
});
