import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  type Account,
  call,
  emailsAbout,
  hide,
  newAccount,
  newOperator,
  owner,
  propertyOf,
  publish,
  readReview,
  refusal,
  sweep,
} from "./test-database.ts";
import { countMismatches } from "./count-mismatches.ts";
import { uniqueName } from "../unique-name.ts";

let operator: Account;
beforeAll(async () => {
  operator = await newOperator("asha");
});

const UNCOUNT = { command: "uncount-burst", clause: "2.1", sentence: "They share signs of one writer.", outcome: "3" };
const GENUINE = { command: "genuine-burst", clause: "5.1", sentence: "Different tenants wrote them." };
const CHECK = { command: "check-burst", clause: "5.1", sentence: "They came within days." };
const SIGNALS = {
  ...{ days: 7, reviews: 3, expected: 0.2, newAccounts: 3, firstReviews: 3 },
  ...{ equalStars: 3, equalAnswers: 2, nearTexts: 0, score: 90 },
};

function decide(subjects: string[], decision: Record<string, unknown>, who = operator) {
  return call(who, "desk_decide", { subjects, ...decision }) as Promise<number[]>;
}

const undo = (decisions: number[]) => call(operator, "desk_undo", { decisions });

/** Stores three five-star reviews of a home, found as a burst, and an older one of two stars. */
async function newBurst() {
  const property_name = uniqueName("Burst");
  const before = await publish(await newAccount("tenant"), { property_name, rating: 2 });
  const authors = [await newAccount("ring"), await newAccount("ring"), await newAccount("ring")];
  const reviews: string[] = [];
  for (const author of authors) reviews.push(await publish(author, { property_name, rating: 5 }));
  const home = await propertyOf(before);
  const id = randomUUID();
  await owner`insert into private.bursts (id, property_id, signals) values (${id}, ${home}, ${owner.json(SIGNALS)})`;
  await owner`insert into private.burst_reviews select unnest(${reviews}::uuid[]), ${id}`;
  return { id, home, before, authors, reviews };
}

interface HomeAnswer {
  count: number;
  totalRating: number;
  figures: Record<string, number>;
  bursts: object;
}

const homeOf = (propertyId: string) =>
  call("anon", "home", { short_id: propertyId.slice(0, 8) }) as Promise<HomeAnswer | null>;

interface Uncounted {
  id: string;
  because: object;
}

const uncountedOf = (property_id: string) => call("anon", "uncounted_reviews", { property_id }) as Promise<Uncounted[]>;

async function itemOf(id: string, kind = "burst") {
  const { items } = (await call(operator, "desk_queue", { kind, at_most: 100 })) as { items: { id: string }[] };
  return items.find((item) => item.id === id);
}

test("shows operators the signals and the reviews of a burst, without authors", { tags: ["10.660"] }, async () => {
  const { id, home, authors, reviews } = await newBurst();
  const item = await itemOf(id);
  expect(item).toMatchObject({ kind: "burst", burst: { state: "open", signals: SIGNALS, home: { propertyId: home } } });
  expect((item as unknown as { burst: { reviews: { id: string }[] } }).burst.reviews.map((one) => one.id)).toEqual(
    reviews,
  );
  for (const author of authors) expect(JSON.stringify(item)).not.toMatch(new RegExp(`${author.id}|${author.email}`));
  // The start of the day: the time of day would date the last review.
  expect(item).toMatchObject({ since: expect.stringMatching(/T18:30:00/) });
  const visitor = await newAccount("visitor");
  for (const who of [visitor, "anon", "service_role"] as const)
    expect(await refusal(call(who, "desk_queue", {}))).toMatchObject({
      code: expect.stringMatching(/^PT40[13]$|^42501$/),
    });
  await decide([id], GENUINE);
  expect(await itemOf(id)).toBeUndefined();
});

test("leaves reviews out of score and figures, and shows them with the reason", { tags: ["10.662"] }, async () => {
  const { id, home, before, reviews } = await newBurst();
  expect(await homeOf(home)).toMatchObject({
    count: 4,
    totalRating: 17,
    bursts: { isChecked: false, uncountedCount: 0 },
  });
  await decide([id], CHECK);
  expect(await homeOf(home)).toMatchObject({ count: 4, bursts: { isChecked: true, uncountedCount: 0 } });
  await decide([id], UNCOUNT);
  expect(await homeOf(home)).toMatchObject({
    ...{ count: 1, totalRating: 2, bursts: { isChecked: false, uncountedCount: 3 } },
    figures: { "rating:2": 1 },
  });
  const listed = await uncountedOf(home);
  expect(listed.map((review) => review.id)).toEqual(reviews.toReversed());
  expect(listed[0]?.because).toEqual({ reason: UNCOUNT.sentence, clause: "2.1" });
  const page = (await call("anon", "home_reviews", { property_id: home })) as { reviews: { id: string }[] };
  expect(page.reviews.map((review) => review.id)).toEqual([before]);
  expect(await readReview(reviews[0])).toBeUndefined();
  expect(await countMismatches(owner)).toEqual([]);
  // A hidden review is not shown below the list either.
  await hide(reviews[0]);
  expect(await uncountedOf(home)).toHaveLength(2);
});

test("keeps the page of a home whose reviews are all not counted", { tags: ["10.662"] }, async () => {
  const { id, home, before } = await newBurst();
  await owner`insert into private.burst_reviews values (${before}, ${id})`;
  // A review has joined since the operator loaded the burst.
  expect(await refusal(decide([id], UNCOUNT))).toMatchObject({ code: "PT409" });
  await decide([id], { ...UNCOUNT, outcome: "4" });
  expect(await homeOf(home)).toMatchObject({ count: 0, figures: {}, bursts: { uncountedCount: 4 } });
  const [{ city, locality } = { city: "", locality: "" }] = await owner<{ city: string; locality: string }[]>`
    select city, locality from public.properties where id = ${home}`;
  expect(JSON.stringify(await call("anon", "homes_of_locality", { city, locality }))).not.toContain(home);
  await owner`update public.reviews set hidden_at = now() where property_id = ${home}`;
  expect(await homeOf(home)).toBeNull();
});

test("emails the authors, who see the reason and can object", { tags: ["10.663"] }, async () => {
  const { id, authors, reviews } = await newBurst();
  const [author] = authors as [Account];
  await decide([id], CHECK);
  expect(await emailsAbout(id)).toEqual([]);
  await decide([id], UNCOUNT);
  expect(await emailsAbout(id)).toEqual(authors.map(({ email }) => `review-uncounted ${email}`).toSorted());
  const mine = (await call(author, "my_reviews")) as { reviews: object[] };
  expect(mine.reviews).toMatchObject([
    { id: reviews[0], state: "uncounted", uncounted: { reason: UNCOUNT.sentence, clause: "2.1" }, hidden: null },
  ]);
  await owner`delete from private.email_outbox where decision_subject = ${id}`;
  await decide([id], GENUINE);
  expect(await emailsAbout(id)).toEqual(authors.map(({ email }) => `review-counted ${email}`).toSorted());
  expect(await call(author, "my_reviews")).toMatchObject({ reviews: [{ state: "public", uncounted: null }] });
});

test("undoes a decision on a burst with its emails", { tags: ["10.661"] }, async () => {
  const { id, home } = await newBurst();
  const made = await decide([id], UNCOUNT);
  await undo(made);
  expect(await emailsAbout(id)).toEqual([]);
  expect(await homeOf(home)).toMatchObject({ count: 4, bursts: { uncountedCount: 0 } });
  expect(await itemOf(id)).toMatchObject({ burst: { state: "open" } });
  expect(await refusal(decide([id], { ...UNCOUNT, sentence: " " }))).toMatchObject({ code: "PT400" });
  expect(await refusal(decide([randomUUID()], UNCOUNT))).toMatchObject({ code: "PT404" });
  await decide([id], UNCOUNT);
  expect(await refusal(decide([id], UNCOUNT))).toMatchObject({ code: "PT409" });
  expect(await refusal(decide([id], CHECK))).toMatchObject({ code: "PT409" });
});

test("counts a single review of a burst again", { tags: ["10.661"] }, async () => {
  const { id, home, authors, reviews } = await newBurst();
  const [, second = ""] = reviews;
  const count = { command: "count-review", clause: "5.1", sentence: "It is a tenant's own." };
  await decide([id], UNCOUNT);
  expect(await itemOf(id, "uncounted")).toMatchObject({ burst: { state: "uncounted" } });
  const made = await decide([second], count);
  expect(await homeOf(home)).toMatchObject({ count: 2, totalRating: 7 });
  expect(await emailsAbout(second)).toEqual([`review-counted ${authors[1]?.email}`]);
  expect(await refusal(decide([second], count))).toMatchObject({
    code: "PT409",
    message: "This review counts already.",
  });
  await undo(made);
  expect(await homeOf(home)).toMatchObject({ count: 1, totalRating: 2 });
});

test("leaves an honest review of a burst counted", { tags: ["10.661"] }, async () => {
  const { id, home, authors, reviews } = await newBurst();
  const [, second = ""] = reviews;
  const [decision] = await decide([second], {
    command: "count-review",
    clause: "5.1",
    sentence: "It is a tenant's own.",
  });
  await undo([decision ?? 0]);
  await decide([second], { command: "count-review", clause: "5.1", sentence: "It is a tenant's own." });
  await decide([id], UNCOUNT);
  expect(await homeOf(home)).toMatchObject({ count: 2, totalRating: 7 });
  expect([...(await emailsAbout(second)), ...(await emailsAbout(id))]).toEqual(
    [authors[0], authors[2]].map((author) => `review-uncounted ${author?.email}`).toSorted(),
  );
});

test("leaves a corrected review in the burst of the one that it replaces", { tags: ["10.661"] }, async () => {
  const { id, home, authors, reviews } = await newBurst();
  await decide([id], UNCOUNT);
  await decide([reviews[0] ?? ""], { command: "hide", clause: "2.2", sentence: "It names a neighbour." });
  const [name] = await owner<
    { property_name: string }[]
  >`select property_name from public.properties where id = ${home}`;
  await owner`update private.settings set value = '30' where key = 'repeat_review_days'`;
  await publish(authors[0] as Account, { property_name: name?.property_name, rating: 5 });
  await owner`update private.settings set value = '0' where key = 'repeat_review_days'`;
  expect(await homeOf(home)).toMatchObject({ count: 1, bursts: { uncountedCount: 3 } });
});

test("refuses an operator's decision on a burst with their own review", { tags: ["10.661"] }, async () => {
  const { id, reviews } = await newBurst();
  await owner`update private.review_authors set user_id = ${operator.id} where review_id = ${reviews[0] ?? ""}`;
  expect(await refusal(decide([id], UNCOUNT))).toMatchObject({ code: "PT409" });
});

test("counts the decisions in the transparency report", { tags: ["10.661"] }, async () => {
  const total = async (key: string) => {
    const months = (await call("anon", "transparency")) as Record<string, number>[];
    return months.reduce((sum, month) => sum + (month[key] ?? 0), 0);
  };
  const [notCounted, genuine] = [await total("notCounted"), await total("burstsGenuine")];
  await decide([(await newBurst()).id], UNCOUNT);
  await decide([(await newBurst()).id], GENUINE);
  expect(await total("notCounted")).toBe(notCounted + 3);
  expect(await total("burstsGenuine")).toBe(genuine + 1);
});

test("joins the undecided bursts of two homes that are merged", { tags: ["10.660"] }, async () => {
  const [from, into] = [await newBurst(), await newBurst()];
  const decided = await newBurst();
  await decide([decided.id], UNCOUNT);
  for (const { home } of [from, decided])
    await call("service_role", "operator_merge_homes", {
      ...{ from_home: home, into_home: into.home, operator: "root", reason: "One home." },
    });
  expect(await itemOf(from.id)).toBeUndefined();
  // With the other reviews of the three homes that came within days.
  expect(await itemOf(into.id)).toMatchObject({ burst: { size: 9 } });
  expect(await homeOf(into.home)).toMatchObject({ count: 9, bursts: { uncountedCount: 3 } });
  await decide([into.id], { ...UNCOUNT, outcome: "9" });
  expect(await countMismatches(owner)).toEqual([]);
});

test("keeps no tie to an author who erases the account", { tags: ["10.664"] }, async () => {
  const { id, home, authors, reviews } = await newBurst();
  await decide([id], UNCOUNT);
  const [author] = authors as [Account];
  await call(author, "delete_my_account", { with_reviews: false });
  expect(await uncountedOf(home)).toHaveLength(3);
  const [other] = authors.slice(1) as [Account];
  await call(other, "delete_my_account", { with_reviews: true });
  expect((await uncountedOf(home)).map((review) => review.id)).toEqual([reviews[2], reviews[0]]);
  for (const { id: account } of [author, other]) {
    const rows = await owner`
      select 1 from private.bursts as b left join private.burst_reviews as w on w.burst_id = b.id
      where strpos(concat(to_jsonb(b), to_jsonb(w)), ${account}) > 0`;
    expect([...rows]).toEqual([]);
  }
  await sweep();
  expect(await itemOf(id, "uncounted")).toMatchObject({ burst: { reviews: { length: 2 } } });
});
