import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import type { Follow } from "~/domain/follow";
import {
  type Account,
  call,
  decide,
  newAccount,
  newOperator,
  owner,
  propertyOf,
  publish,
  refusal,
  report,
} from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";
import { countMismatches } from "./count-mismatches.ts";

interface News {
  propertyId?: string;
  secret: string;
  reviewCount: number;
  homes: { propertyName: string; reviewCount: number }[];
}

let follower: Account;
let author: Account;
beforeEach(async () => {
  follower = await newAccount("follower");
  author = await newAccount("author");
});

const follow = (place: Record<string, unknown>, who = follower) => call(who, "follow_place", place);
const follows = async (who = follower) => (await call(who, "my_follows")) as Follow[];
const unfollow = async (...secrets: string[]) => (await call("anon", "unfollow", { secrets })) as Follow[];

async function newHome(locality = "HSR Layout"): Promise<string> {
  return propertyOf(await publish(author, { property_name: uniqueName("House"), locality, city: "Bengaluru" }));
}

async function review(propertyId: string, who = author): Promise<string> {
  const [home] = await owner`select property_name, locality, city from public.properties where id = ${propertyId}`;
  return publish(who, { ...home });
}

/** Returns SQL for the time at this hour in India, `days` days from today. */
const inIndia = (hour: number, days: number) => owner`
  ((now() at time zone 'Asia/Kolkata')::date + ${days}::integer + make_interval(hours => ${hour}::integer)) at time zone 'Asia/Kolkata'`;

/** Queues emails as a sweep at this time does. Resolves to the news in the follower's queued emails. */
async function newsAt(hour: number, days: number, who = follower): Promise<News[][]> {
  await owner`select private.queue_follow_emails(${inIndia(hour, days)})`;
  const emails = await owner<{ follows: News[] }[]>`
    select fields -> 'follows' as follows from private.email_outbox
    where template = 'follow-news' and recipient = ${who.email} order by created_at`;
  return emails.map((email) => email.follows);
}

test("follows a home and a locality once each, at most twenty", { tags: ["10.120"] }, async () => {
  const home = await newHome();
  expect([await follow({ property_id: home }), await follow({ property_id: home })]).toEqual([true, false]);
  const place = { city: "bangalore", locality: "hsr-layout" };
  expect([await follow(place), await follow(place)]).toEqual([true, false]);
  const [followed, locality] = await follows();
  expect(locality).toMatchObject({ propertyId: null, propertyName: null, locality: "HSR Layout", city: "Bengaluru" });
  expect(followed).toMatchObject({ propertyId: home, locality: "HSR Layout" });
  for (const missing of [{ property_id: randomUUID() }, { city: "Bengaluru", locality: "Nowhere" }, { city: "Pune" }])
    expect(await refusal(follow(missing))).toMatchObject({ code: "PT404" });
  for (let count = 2; count < 20; count += 1) await follow({ property_id: await newHome() });
  expect(await refusal(follow({ property_id: await newHome() }))).toMatchObject({ code: "PT409" });
  // A home that is no longer shown has no name.
  await decide((await owner`select id from public.reviews where property_id = ${home}`)[0]?.id as string, "hide");
  expect((await follows()).find(({ secret }) => secret === followed?.secret)).toMatchObject({ propertyName: null });
});

test("follows a listed locality before its first review", { tags: ["10.420"] }, async () => {
  expect(await follow({ city: "bangalore", locality: "whitefield" })).toBe(true);
  const names = { locality: "Whitefield", city: "Bengaluru" };
  expect(await follows()).toMatchObject([{ ...names, propertyId: null, hasHomes: false }]);
  await newHome("Whitefield");
  expect(await follows()).toMatchObject([{ ...names, hasHomes: true }]);
  expect(await newsAt(8, 1)).toMatchObject([[{ ...names, reviewCount: 1, homes: [{ reviewCount: 1 }] }]]);
});

test("hides a follow from others and deletes it with the account", { tags: ["10.121"] }, async () => {
  const home = await newHome();
  await follow({ property_id: home });
  const [{ secret } = { secret: "" }] = await follows();
  expect(await refusal(call("anon", "my_follows"))).toMatchObject({ code: "42501" });
  expect(await refusal(call("anon", "follow_place", { property_id: home }))).toMatchObject({ code: "42501" });
  const operator = await newOperator(`Operator ${randomUUID()}`);
  for (const other of [author, operator]) {
    expect(await follows(other)).toEqual([]);
    expect(JSON.stringify(await call(other, "export_my_data"))).toContain('"follows": []'.replace(" ", ""));
  }
  const answers = async () =>
    JSON.stringify([
      await call("anon", "home", { short_id: home.slice(0, 8) }),
      await call(author, "my_reviews"),
      await call(operator, "desk_queue"),
    ]);
  const followed = await answers();
  expect(followed).not.toContain(secret);
  expect(await unfollow(randomUUID(), "00000000-0000-0000-0000-000000000000")).toEqual([]);
  expect(await call(follower, "export_my_data")).toMatchObject({ follows: [{ propertyId: home }] });
  expect(JSON.stringify(await call(follower, "export_my_data"))).not.toContain(secret);
  await owner`delete from auth.users where id = ${follower.id}`;
  expect(await answers()).toBe(followed);
  expect(await owner`select 1 from private.follows where user_id = ${follower.id}`).toHaveLength(0);
});

test("sends one email about new reviews on the next day, from 8 o'clock", { tags: ["10.122"] }, async () => {
  const home = await newHome();
  await follow({ property_id: home });
  await follow({ city: "Bengaluru", locality: "HSR Layout" });
  await follow({ property_id: await newHome() });
  const others = await Promise.all(["b", "c"].map(newAccount));
  for (const who of [author, ...others]) await review(home, who);
  const hidden = await review(home, others[0]);
  await decide(hidden, "hide");
  await review(home, follower);
  expect(await newsAt(23, 0)).toEqual([]);
  expect(await newsAt(7, 1)).toEqual([]);
  const [news = [], ...more] = await newsAt(8, 1);
  expect(more).toEqual([]);
  expect(news[0]).toMatchObject({ propertyId: home, reviewCount: 4, homes: [{ reviewCount: 4 }] });
  // The locality shows only the third home, whose review came after the follow. The follower's own review counts: leaving it out
  // would reveal its author.
  expect(news.slice(1)).toMatchObject([{ locality: "HSR Layout", reviewCount: 1, homes: [{ reviewCount: 1 }] }]);
  expect(JSON.stringify(news)).not.toContain("Fine.");
  expect(await newsAt(23, 1)).toHaveLength(1);
  expect(await newsAt(9, 2)).toHaveLength(1);
});

test("checks every follow once a day and reports how late news are", { tags: ["10.122"] }, async () => {
  await owner`delete from private.follows`;
  await follow({ property_id: await newHome() });
  await follow({ city: "Bengaluru", locality: "HSR Layout" });
  const look = async () =>
    (await owner`select private.queue_follow_emails(${inIndia(8, 1)}) as looked`)[0]?.looked as number;
  const late = async () =>
    ((await call("service_role", "operator_waiting")) as { follow_seconds_late: number }).follow_seconds_late;
  expect(await late()).toBe(0);
  expect([await look(), await look()]).toEqual([2, 0]);
  await owner`update private.follows set checked_on = (now() at time zone 'Asia/Kolkata')::date - 3`;
  // The checks were due at 8 o'clock in India two days ago.
  expect(await late()).toBeGreaterThanOrEqual(40 * 3600);
  expect(await late()).toBeLessThanOrEqual(64 * 3600);
});

test("sends no email to an unconfirmed address", { tags: ["10.122", "10.125", "11.93"] }, async () => {
  const home = await newHome();
  await follow({ property_id: home });
  await review(home, await newAccount("b"));
  const id = await publish(author, { answers: { deposit_back: "waiting" } });
  await call(author, "remind_of_deposit", { review_id: id, is_wanted: true });
  await call(follower, "reply_to_review", { review_id: id, reply_text: "We paid.", written_as: "owner" });
  await owner`update auth.users set email_confirmed_at = null where id in (${follower.id}, ${author.id})`;
  await newsAt(8, 1);
  await owner`select private.queue_deposit_reminders(${inIndia(8, 60)})`;
  const [reply] = await owner`select id from private.replies where review_id = ${id}`;
  const operator = await newOperator("decides");
  for (const [subject, command] of [
    [reply?.id, "approve-reply"],
    [id, "hide"],
  ])
    await call(operator, "desk_decide", { subjects: [subject], command, clause: "5.1", sentence: "A test." });
  const sent = owner`select template from private.email_outbox where recipient in (${follower.email}, ${author.email})`;
  expect((await sent).map(({ template }) => template as string)).toEqual([]);
  const adding = call("service_role", "operator_add_operator", { email: author.email, name: "a", operator: "root" });
  expect(await refusal(adding)).toMatchObject({ code: "PT404" });
});

test("reports a review once, whichever of an account's follows began first", { tags: ["10.122"] }, async () => {
  const locality = uniqueName("Nagar");
  const [early, late] = [await newHome(locality), await newHome(locality)];
  const [second, third] = [await newAccount("second"), await newAccount("third")];
  await follow({ property_id: early });
  await review(early, second);
  await follow({ city: "Bengaluru", locality });
  await review(late, second);
  // The home `late` is followed after that review, so only the news of the locality includes it.
  await follow({ property_id: late });
  await review(late, third);
  await review(early, third);
  const [news = []] = await newsAt(8, 1);
  const counts = new Map(news.map(({ propertyId, reviewCount }) => [propertyId ?? locality, reviewCount]));
  expect(counts).toEqual(new Map().set(early, 2).set(late, 1).set(locality, 1));

  // The follow of the home begins a day later, so only the news of the locality includes the review.
  await follow({ property_id: early }, second);
  await owner`update private.follows set checked_on = checked_on + 1 where user_id = ${second.id}`;
  await follow({ city: "Bengaluru", locality }, second);
  await review(early, await newAccount("fourth"));
  expect(await newsAt(8, 1, second)).toMatchObject([[{ locality, reviewCount: 1 }]]);
});

test("moves the follow of a merged home to the other", { tags: ["10.122"] }, async () => {
  const [from, into] = [await newHome("Indiranagar"), await newHome("Indiranagar")];
  await follow({ property_id: from });
  const other = await newAccount("other");
  for (const property_id of [from, into]) await follow({ property_id }, other);
  const merge = { from_home: from, into_home: into, operator: "asha", reason: "Two spellings." };
  await call("service_role", "operator_merge_homes", merge);
  for (const who of [follower, other]) expect(await follows(who)).toMatchObject([{ propertyId: into }]);
  expect(await follow({ property_id: from })).toBe(false);
});

test("ends a follow once for the holder of its secret", { tags: ["10.123"] }, async () => {
  for (const property_id of [await newHome(), await newHome()]) await follow({ property_id });
  const [first, second] = (await follows()) as [Follow, Follow];
  expect(await call("anon", "follows_of_link", { secrets: [first.secret] })).toEqual([first]);
  expect(await unfollow(first.secret, randomUUID())).toEqual([first]);
  expect(await unfollow(first.secret)).toEqual([]);
  expect(await follows()).toEqual([second]);
});

test("names five homes of a locality's news, and counts the reviews of all", { tags: ["10.122"] }, async () => {
  await newHome("Six Homes");
  await follow({ city: "Bengaluru", locality: "Six Homes" });
  for (let count = 0; count < 6; count += 1) await newHome("Six Homes");
  const [[news] = []] = await newsAt(8, 1);
  expect([news?.reviewCount, news?.homes.length]).toEqual([6, 5]);
});

test("reads and deletes at most twenty follows by one link", { tags: ["10.123"] }, async () => {
  await follow({ property_id: await newHome() });
  const [{ secret } = { secret: "" }] = await follows();
  const secrets = [...Array.from({ length: 20 }, () => randomUUID()), secret];
  expect(await call("anon", "follows_of_link", { secrets })).toEqual([]);
  await unfollow(...secrets);
  expect(await follows()).toHaveLength(1);
});

test("reminds an author of a deposit once, after sixty days", { tags: ["10.124", "10.125"] }, async () => {
  const open = { property_name: "Out", answers: { deposit_back: "waiting" } };
  const id = await publish(author, open);
  const remind = (is_wanted: boolean, review_id = id, who = author) =>
    call(who, "remind_of_deposit", { review_id, is_wanted }) as Promise<string | null>;
  const reminders = async (hour: number, days: number) => {
    await owner`select private.queue_deposit_reminders(${inIndia(hour, days)})`;
    return owner`
      select recipient, fields ->> 'review_id' as review from private.email_outbox
      where template = 'deposit-reminder' and recipient = ${author.email}`;
  };
  expect(await refusal(remind(true, id, follower))).toMatchObject({ code: "PT404" });
  const day = dayInIndia(new Date(Date.now() + 60 * 86_400_000));
  const due = [await remind(true), await remind(false), await remind(true)];
  expect(due.map((on) => on && new Date(on).toISOString().slice(0, 10))).toEqual([day, null, day]);
  const shown = async () => {
    const { reviews } = (await call(author, "my_reviews")) as { reviews: { reminderOn: string | null }[] };
    return reviews.map(({ reminderOn }) => reminderOn);
  };
  expect(await shown()).toEqual([day]);
  const hidden = await publish(author, { ...open, property_name: "Hidden" });
  const answered = await publish(author, { ...open, property_name: "Answered" });
  for (const other of [hidden, answered]) await remind(true, other);
  await decide(hidden, "hide");
  await call(author, "add_follow_up", { review_id: answered, deposit_back: "none" });
  expect(await refusal(remind(true, answered))).toMatchObject({ code: "PT409" });
  expect(await shown()).toEqual([null, null, day]);
  expect([...(await reminders(23, 59)), ...(await reminders(7, 60))]).toEqual([]);
  expect(await reminders(8, 60)).toMatchObject([{ review: id }]);
  expect(await reminders(8, 61)).toHaveLength(1);
  const left = await owner`select 1 from private.deposit_reminders where review_id in (${id}, ${hidden}, ${answered})`;
  expect(left).toHaveLength(0);
});

test("moves a deposit from none to in part to all, and shows what was written", { tags: ["10.126"] }, async () => {
  const written = { deposit_back: "none", deposit_kept: "damage", water: "short" };
  const id = await publish(author, { property_name: uniqueName("Kept"), answers: written });
  const short_id = (await propertyOf(id)).slice(0, 8);
  const figures = async () => {
    const home = (await call("anon", "home", { short_id })) as { figures: object };
    return Object.keys(home.figures).filter((fact) => fact.startsWith("deposit_"));
  };
  const add = (deposit_back: string) => call(author, "add_follow_up", { review_id: id, follow_up: "", deposit_back });
  expect(await refusal(add("waiting"))).toMatchObject({ code: "PT400" });
  await add("part");
  expect((await figures()).toSorted()).toEqual(["deposit_back:part", "deposit_kept:damage"]);
  expect(await refusal(add("none"))).toMatchObject({ code: "PT400" });
  const shown = await add("all");
  expect(await figures()).toEqual(["deposit_back:all"]);
  expect(shown).toMatchObject({ answers: written, followUps: [{ depositBack: "part" }, { depositBack: "all" }] });
  expect(await refusal(add("none"))).toMatchObject({ code: "PT409" });
});

test("counts the latest answer to a question of a review", { tags: ["10.126"] }, async () => {
  const property_name = uniqueName("Latest");
  const id = await publish(author, { property_name, answers: { deposit_back: "living_there", water: "short" } });
  const property_id = await propertyOf(id);
  interface Shown {
    answers: Record<string, string>;
    followUps: object[];
  }
  const figures = async () => {
    const home = (await call("anon", "home", { short_id: property_id.slice(0, 8) })) as { figures: object } | null;
    const counted = Object.entries(home?.figures ?? {}).filter(([fact]) => fact.startsWith("deposit_back"));
    return Object.fromEntries(counted);
  };
  const found = async (deposit_back: string) => {
    const filter = { property_id, answers: { deposit_back } };
    return ((await call("anon", "home_reviews", filter)) as { reviews: Shown[] | null }).reviews ?? [];
  };
  const add = (deposit_back: string, follow_up = "", who = author) =>
    call(who, "add_follow_up", { review_id: id, follow_up, deposit_back }) as Promise<Shown>;

  expect(await refusal(add("all", "", follower))).toMatchObject({ code: "PT404" });
  for (const wrong of ["living_there", "soon"]) expect(await refusal(add(wrong))).toMatchObject({ code: "PT400" });
  await add("waiting");
  await add("waiting");
  expect(await figures()).toEqual({ "deposit_back:waiting": 1 });
  for (const text of ["One.", "Two.", "Three."]) await add("", text);
  const shown = await add("all", "After a reminder.");
  expect(shown).toMatchObject({ answers: { deposit_back: "living_there", water: "short" } });
  expect(shown.followUps).toMatchObject([
    { text: "", depositBack: "waiting" },
    ...["One.", "Two.", "Three."].map((text) => ({ text, depositBack: null })),
    { text: "After a reminder.", depositBack: "all" },
  ]);
  expect(await figures()).toEqual({ "deposit_back:all": 1 });
  expect(await found("all")).toMatchObject([{ id, answers: { deposit_back: "living_there" } }]);
  expect(await found("living_there")).toEqual([]);
  expect(await refusal(add("none"))).toMatchObject({ code: "PT409" });
  expect(await call(author, "my_review", { review_id: id })).toMatchObject({
    propertyId: property_id,
    depositBack: "all",
  });
  expect(await call(author, "export_my_data")).toMatchObject({
    reviews: [{ answers: { deposit_back: "living_there" } }],
  });
  await report(id);
  const desk = JSON.stringify(await call(await newOperator(`Desk ${randomUUID()}`), "desk_queue", { at_most: 100 }));
  expect(desk).toContain('"deposit_back":"living_there"');

  await call(author, "withdraw_my_review", { review_id: id });
  expect(await figures()).toEqual({});
  await call(author, "bring_back_my_review", { review_id: id });
  expect(await figures()).toEqual({ "deposit_back:all": 1 });
  expect(await countMismatches(owner)).toEqual([]);
});
