import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import type { MyReview } from "~/domain/my-review";
import {
  type Account,
  as,
  call as ask,
  decide,
  fileGrievance,
  GRIEVANCE,
  insert,
  newAccount,
  owner,
  photoPath,
  publish,
  readReview,
  refusal,
  report,
  sweep,
  upload,
} from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";
import { countMismatches } from "./count-mismatches.ts";

type Mine = MyReview & { withdrawnOn: string | null };

const GONE = { code: "PT404", message: "There is no review of yours with this id." };

let author: Account;
let other: Account;
beforeEach(async () => {
  author = await newAccount("author");
  other = await newAccount("other");
});

const change = async (name: string, review_id: string, who: Account = author) =>
  (await ask(who, name, { review_id })) as Mine;
const mine = async (who: Account = author) => (await ask(who, "my_reviews")) as { reviews: Mine[]; next: string };
const followUp = async (review_id: string, follow_up: string, who: Account = author) =>
  (await ask(who, "add_follow_up", { review_id, follow_up })) as Mine;

async function publicText(review: { id: string; propertyId: string }, searched: string): Promise<string> {
  const short_id = review.propertyId.slice(0, 8);
  const answers = await Promise.all([
    ask("anon", "recent_reviews", { at_most: 10 }),
    ask("anon", "browse_properties", { search: searched, page_size: 50, reviews_per_group: 60 }),
    ask("anon", "browse_properties", { page_size: 50, reviews_per_group: 60 }),
    ask("anon", "property_reviews", { property_id: review.propertyId }),
    ask("anon", "review_in_context", { review_id: review.id }),
    ask("anon", "home", { short_id }),
    ask("anon", "home_reviews", { property_id: review.propertyId }),
    ask("anon", "homes_of_city", { city: "Bengaluru" }),
    ask("anon", "homes_of_locality", { city: "Bengaluru", locality: "HSR Layout" }),
    ask("anon", "home_addresses", { prefix: "" }),
    ask("anon", "suggest_homes", { term: searched }),
    ask("anon", "top_reviewers"),
  ]);
  return JSON.stringify(answers);
}

test("lists only an author's own reviews, newest first, in pages", { tags: ["11.1"] }, async () => {
  const ids: string[] = [];
  await publish(other, { property_name: "House D" });
  for (let count = 0; count < 23; count += 1) ids.push(await publish(author, { property_name: `House ${count}` }));
  const first = await mine();
  const second = (await ask(author, "my_reviews", { after: first.next })) as typeof first;
  expect([...first.reviews, ...second.reviews].map(({ id }) => id)).toEqual(ids.toReversed());
  expect(second.next).toBeNull();
  expect(first.reviews[0]).toMatchObject({ state: "public", isAnonymous: true, hidden: null, followUps: [] });
  expect(JSON.stringify(first.reviews)).not.toMatch(/\d\d:\d\d|insert_order/);
  expect(await ask(other, "my_reviews", { after: first.next })).toMatchObject({ reviews: [] });
});

test("lists an author's replies and the grievances of their email", { tags: ["11.23"] }, async () => {
  const [shown, hidden] = [await publish(other), await publish(other)];
  const reply = { reply_text: "We repaired it.", written_as: "owner" };
  for (const review_id of [shown, hidden]) await ask(author, "reply_to_review", { review_id, ...reply });
  await decide(hidden, "hide");
  const { secret } = await fileGrievance({ email: author.email.toUpperCase() });
  const others = await fileGrievance({ email: other.email });
  expect(await mine()).toMatchObject({
    reviews: [],
    replies: [
      { reviewId: hidden, propertyName: null, state: "waiting" },
      { reviewId: shown, propertyName: "Lakeview Residency", state: "waiting" },
    ],
    grievances: [{ secret, ground: "untrue", isAcknowledged: false, outcome: null }],
  });
  expect(await mine(other)).toMatchObject({ replies: [], grievances: [{ secret: others.secret }] });
});

test("returns the state of a review, and why it is hidden", { tags: ["11.1"] }, async () => {
  const id = await publish(author);
  await report(id);
  expect((await mine()).reviews[0]).toMatchObject({ state: "flagged" });
  await decide(id, "hide");
  expect((await mine()).reviews[0]).toMatchObject({
    ...{ state: "hidden", hidden: { reason: "A test.", clause: "2.2" }, withdrawnOn: null },
  });
  await decide(id, "unhide");
  expect((await mine()).reviews[0]).toMatchObject({ state: "public", hidden: null });
});

test("removes a name from every response and from the top list for good", { tags: ["11.3"] }, async () => {
  const [name = ""] = author.email.split("@");
  const signed = { property_name: uniqueName("Signed"), email: author.email };
  const id = await publish(author, signed);
  const [review] = (await mine()).reviews as [Mine];
  const named = async () => (await publicText(review, signed.property_name)).includes(name);
  expect(await named()).toBe(true);
  expect(await change("make_my_review_anonymous", id)).toMatchObject({ displayName: "Anonymous", isAnonymous: true });
  expect(await named()).toBe(false);
  expect(await owner`select 1 from private.monthly_reviewers where email = ${author.email}`).toHaveLength(0);
  await decide(id, "hide");
  await decide(id, "unhide");
  await change("withdraw_my_review", id);
  await change("bring_back_my_review", id);
  expect(await publicText(review, signed.property_name)).toContain(id);
  expect(await named()).toBe(false);
  expect(await change("make_my_review_anonymous", id)).toMatchObject({ isAnonymous: true });
  expect(await owner`select 1 from private.review_names where review_id = ${id}`).toHaveLength(0);
  // The author's other reviews keep the name.
  for (const house of ["One", "Two"]) await publish(author, { property_name: house, email: author.email });
  expect(await ask("anon", "top_reviewers")).toContainEqual({ label: name, count: 2 });
});

test("removes a withdrawn review from every response, count and average at once", { tags: ["11.4"] }, async () => {
  const home = { property_name: uniqueName("Lake"), rating: 1 };
  const id = await publish(author, { ...home, proof_urls: [await upload(author)] });
  await publish(other, { ...home, rating: 5 });
  const [review] = (await mine()).reviews as [Mine];
  const withdrawn = await change("withdraw_my_review", id);
  expect(withdrawn).toMatchObject({ state: "withdrawn", hidden: null });
  expect(Date.parse(withdrawn.erasedOn as string) - Date.parse(withdrawn.withdrawnOn as string)).toBe(30 * 86_400_000);
  expect(await publicText(review, home.property_name)).not.toContain(id);
  expect(await ask("anon", "property_reviews", { property_id: review.propertyId })).toMatchObject({
    group: { count: 1, totalRating: 5, matchingCount: 1 },
  });
  expect(await countMismatches(owner)).toHaveLength(0);
  expect(await change("withdraw_my_review", id)).toEqual(withdrawn);
  const back = await change("bring_back_my_review", id);
  expect(back).toMatchObject({ state: "public", withdrawnOn: null, erasedOn: null });
  expect(await publicText(review, home.property_name)).toContain(id);
  expect(await countMismatches(owner)).toHaveLength(0);
  expect(await change("bring_back_my_review", id)).toMatchObject({ state: "public" });
});

test("shows a review again that was brought back only if no operator has hidden it", { tags: ["11.4"] }, async () => {
  const hiddenFirst = await publish(author, { property_name: "First" });
  const hiddenLater = await publish(author, { property_name: "Later" });
  await decide(hiddenFirst, "hide");
  for (const id of [hiddenFirst, hiddenLater]) await change("withdraw_my_review", id);
  await decide(hiddenLater, "hide");
  expect(await refusal(decide(hiddenLater, "hide"))).toMatchObject({ message: "This review is hidden already." });
  for (const id of [hiddenFirst, hiddenLater]) {
    const back = await change("bring_back_my_review", id);
    expect(back).toMatchObject({ state: "hidden", hidden: { reason: "A test." }, withdrawnOn: null });
    expect(await readReview(id)).toBeUndefined();
    await decide(id, "unhide");
    expect(await readReview(id)).toBeDefined();
  }
  expect(await countMismatches(owner)).toHaveLength(0);
});

test("replaces a review that an operator hid with one corrected review", { tags: ["10.562"] }, async () => {
  await owner`update private.settings set value = '30' where key = 'repeat_review_days'`;
  onTestFinished(async () => {
    await owner`update private.settings set value = '0' where key = 'repeat_review_days'`;
  });
  const home = { property_name: uniqueName("Hidden") };
  const again = (text: string, who: Account = author) => publish(who, { ...home, review_text: text });
  const isAllowed = (text: string) =>
    ask(author, "check_review_limits", {
      ...{ review_id: randomUUID(), ...home, locality: "HSR Layout", city: "Bengaluru", review_text: text },
    }).then(
      () => true,
      () => false,
    );
  const states = async () =>
    (await mine()).reviews.map(({ id, state, isReplaceable }) => ({ id, state, isReplaceable }));
  const wrong = await again("Mr Rao keeps deposits.");
  const withdrawn = await publish(other, home);
  await change("withdraw_my_review", withdrawn, other);
  expect(await refusal(again("Mine again.", other))).toMatchObject({ code: "PT409" });
  expect([await isAllowed("The owner."), await states()]).toEqual([
    false,
    [{ id: wrong, state: "public", isReplaceable: false }],
  ]);

  await decide(wrong, "hide");
  expect([await isAllowed("The owner."), await states()]).toEqual([
    true,
    [{ id: wrong, state: "hidden", isReplaceable: true }],
  ]);
  expect(await refusal(again("Mr Rao keeps deposits."))).toMatchObject({
    message: expect.stringContaining("this text before"),
  });
  const corrected = await again("The owner keeps deposits.");
  expect(await states()).toEqual([
    { id: corrected, state: "public", isReplaceable: false },
    { id: wrong, state: "withdrawn", isReplaceable: false },
  ]);
  // Not even if an operator shows the first one again, its author has two reviews of one stay.
  await decide(wrong, "unhide");
  expect(
    await owner`select from private.email_outbox where template = 'review-unhide' and decision_subject = ${wrong}`,
  ).toHaveLength(0);
  expect(await refusal(change("bring_back_my_review", wrong))).toMatchObject({ code: "PT409" });
  await decide(wrong, "hide");
  await decide(corrected, "hide");
  expect([await isAllowed("Third."), (await states())[0]]).toEqual([
    false,
    { id: corrected, state: "hidden", isReplaceable: false },
  ]);
  for (const id of [corrected, wrong]) {
    await change("withdraw_my_review", id);
    expect(await refusal(again("Third."))).toMatchObject({ code: "PT409" });
  }
  expect(await countMismatches(owner)).toEqual([]);
});

test("replaces no hidden review beside a later visible one", { tags: ["10.562"] }, async () => {
  const home = { property_name: uniqueName("Twice") };
  const first = await publish(author, { ...home, review_text: "Of the first stay." });
  await owner`update private.settings set value = '30' where key = 'repeat_review_days'`;
  onTestFinished(async () => {
    await owner`update private.settings set value = '0' where key = 'repeat_review_days'`;
  });
  await publish(author, { ...home, review_text: "Of the second stay." });
  await decide(first, "hide");
  expect((await mine()).reviews.map(({ isReplaceable }) => isReplaceable)).toEqual([false, false]);
  const third = publish(author, { ...home, review_text: "The owner keeps deposits." });
  expect(await refusal(third)).toMatchObject({ code: "PT409" });
});

test("refuses to show a review that its author has withdrawn", { tags: ["11.4"] }, async () => {
  const id = await publish(author);
  await change("withdraw_my_review", id);
  const unhide = await refusal(decide(id, "unhide"));
  expect(unhide).toEqual({ code: "PT409", message: "This review is not hidden." });
  await decide(id, "hide");
  await decide(id, "unhide");
  expect(await readReview(id)).toBeUndefined();
  expect(await change("bring_back_my_review", id)).toMatchObject({ state: "public" });
});

test("shows operators the day of a withdrawal, but not the time", { tags: ["11.4"] }, async () => {
  const id = await publish(author);
  const { withdrawnOn } = await change("withdraw_my_review", id);
  await decide(id, "hide");
  const [hidden] = await owner`select hidden_at from public.reviews where id = ${id}`;
  expect(Number(hidden?.hidden_at)).toBe(Date.parse(`${withdrawnOn}T00:00:00+05:30`));
});

test("erases a withdrawn review completely after 30 days", { tags: ["11.6"] }, async () => {
  const property_name = uniqueName("Old");
  const old = await publish(author, { property_name });
  const young = await publish(author, { property_name: uniqueName("Young") });
  await followUp(old, "Deposit returned in March.");
  for (const id of [old, young]) await change("withdraw_my_review", id);
  await age(old, 30);
  await age(young, 29);
  expect(await sweep()).toMatchObject({ withdrawn: 1 });
  expect(await sweep()).toMatchObject({ withdrawn: 0 });
  expect((await mine()).reviews.map(({ id }) => id)).toEqual([young]);
  expect(await owner`select 1 from public.properties where property_name = ${property_name}`).toHaveLength(0);
  expect(await owner`select 1 from private.follow_ups where review_id = ${old}`).toHaveLength(0);
  expect(await refusal(change("bring_back_my_review", old))).toEqual(GONE);
  await age(young, 31);
  await sweep();
  expect((await mine()).reviews).toEqual([]);
});

const age = (id: string, days: number) => owner`
  update private.withdrawn_reviews set withdrawn_on = (now() at time zone 'Asia/Kolkata')::date - ${days}::integer
  where review_id = ${id}`;

test("keeps a review that its author brings back during a sweep", { tags: ["11.6"] }, async () => {
  const id = await publish(author, { property_name: uniqueName("Last") });
  await change("withdraw_my_review", id);
  await age(id, 31);
  await as(author, async (sql) => {
    await sql`select public.bring_back_my_review(${id})`;
    expect(await sweep()).toMatchObject({ withdrawn: 0 });
  });
  expect((await mine()).reviews).toMatchObject([{ id, state: "public" }]);
});

const misplaced = async () =>
  (await ask("service_role", "operator_misplaced_photos")) as { moves: unknown[]; orphans: unknown[] };

/** Moves the author's photo as the worker does. */
const movePhoto = (to: { bucket: string; name: string }) => owner`
  update storage.objects set bucket_id = ${to.bucket}, name = ${to.name} where owner_id = ${author.id}`;

/**
 * Publishes a review with a photo. Resolves to the id of the review, and to the places of its photo while the review is shown and
 * while it is withheld.
 */
async function publishWithPhoto(who: Account) {
  const photo = (await upload(who)).replace(/^.*review-proofs\//, "");
  const id = await publish(who, { proof_urls: [photoPath(photo)] });
  const place = { bucket: "review-proofs", name: photo };
  return { id, place, withheld: { bucket: "withheld-proofs", name: `${id}/${photo.replace("public/", "")}` } };
}

test("withholds and restores photos with their review", { tags: ["11.6", "11.98"] }, async () => {
  const { id, place, withheld } = await publishWithPhoto(author);
  for (const [away, back] of [
    [() => change("withdraw_my_review", id), () => change("bring_back_my_review", id)],
    [() => decide(id, "hide"), () => decide(id, "unhide")],
  ] as const) {
    expect((await misplaced()).moves).toEqual([]);
    await away();
    expect((await misplaced()).moves).toEqual([{ from: place, to: withheld }]);
    await movePhoto(withheld);
    expect((await misplaced()).moves).toEqual([]);
    await back();
    expect((await misplaced()).moves).toEqual([{ from: withheld, to: place }]);
    await movePhoto(place);
  }
  // A change stays queued for ten minutes: another process may still make an older move.
  const changes = () => owner`select from private.photos_to_move where review_id = ${id}`;
  expect((await misplaced()).moves).toEqual([]);
  expect(await changes()).toHaveLength(4);
  await owner`update private.photos_to_move set queued_at = now() - interval '601 seconds'`;
  await misplaced();
  expect(await changes()).toHaveLength(0);
  // A full check finds a photo that is misplaced after its queued changes were deleted.
  await movePhoto(withheld);
  await ask("service_role", "operator_orphan_uploads");
  expect((await misplaced()).moves).toEqual([{ from: withheld, to: place }]);
});

test("removes the photos of a deleted review and of a deleted account", { tags: ["11.6", "11.98"] }, async () => {
  const deleted = await publishWithPhoto(other);
  const by = { operator: "asha", reason: "A test." };
  await ask("service_role", "operator_delete_review", { review_id: deleted.id, ...by });
  expect((await misplaced()).orphans).toEqual([deleted.place]);
  await owner`delete from storage.objects where owner_id = ${other.id}`;
  const { place } = await publishWithPhoto(author);
  await deleteAccount(false);
  expect((await misplaced()).orphans).toEqual([place]);
  await owner`delete from storage.objects where owner_id = ${author.id}`;
  expect((await misplaced()).orphans).toEqual([]);
  expect(await owner`select 1 from private.photos_to_remove where name = ${place.name}`).toHaveLength(0);
});

test("cleans and dates a follow-up and shows it below its review", { tags: ["11.8"] }, async () => {
  const id = await publish(author, { property_name: uniqueName("Later") });
  const added = await followUp(id, "  Deposit returned\u202e in March. \n");
  const shown = [{ text: "Deposit returned in March.", depositBack: null, addedOn: dayInIndia(new Date()) }];
  expect(added.followUps).toEqual(shown);
  expect(await readReview(id)).toMatchObject({ followUps: shown });
  const home = { property_id: added.propertyId };
  const { reviews } = (await ask("anon", "home_reviews", { ...home, page_size: 60 })) as { reviews: Mine[] };
  expect(reviews.find((review) => review.id === id)?.followUps).toEqual(shown);
  // A retry after a lost response is a no-op.
  expect((await followUp(id, added.followUps[0]?.text.toUpperCase() ?? "")).followUps).toHaveLength(1);
});

test("accepts three follow-ups of at most 500 characters", { tags: ["11.8"] }, async () => {
  const id = await publish(author);
  const blank = await refusal(followUp(id, " \u200b \n"));
  expect(blank).toEqual({ code: "PT400", message: "Write what has happened since." });
  for (const length of [501, 2_000, 200_000]) {
    const long = await refusal(followUp(id, "अ".repeat(length)));
    expect(long).toEqual({ code: "PT400", message: "Shorten it to 500 characters." });
  }
  const missing = ask(author, "add_follow_up", { review_id: id, follow_up: null });
  expect(await refusal(missing)).toMatchObject({ code: "PT400" });
  for (const number of [1, 2, 3]) {
    const text = `${number}${"अ".repeat(499)}`;
    expect((await followUp(id, text)).followUps).toHaveLength(number);
  }
  const fourth = { code: "PT409", message: expect.stringMatching(/three/i) };
  expect(await refusal(followUp(id, "Four"))).toMatchObject(fourth);
});

test("refuses a follow-up to a withdrawn or hidden review", { tags: ["11.8"] }, async () => {
  const id = await publish(author);
  await change("withdraw_my_review", id);
  expect(await refusal(followUp(id, "One"))).toMatchObject({ code: "PT409" });
  await change("bring_back_my_review", id);
  await decide(id, "hide");
  expect(await refusal(followUp(id, "One"))).toMatchObject({ code: "PT409" });
});

test("accepts three of ten concurrent follow-ups", { tags: ["11.8"] }, async () => {
  const id = await publish(author);
  const texts = Array.from({ length: 10 }, (_, index) => `Something else ${index}`);
  const outcomes = await Promise.allSettled(texts.map((text) => followUp(id, text)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect((await mine()).reviews[0]?.followUps).toHaveLength(3);
});

const CHANGES = ["make_my_review_anonymous", "withdraw_my_review", "bring_back_my_review"];

test("answers for another author's review as if it did not exist", { tags: ["11.10"] }, async () => {
  const id = await publish(author, { email: author.email });
  await change("withdraw_my_review", id);
  const before = await mine();
  for (const review_id of [id, randomUUID()]) {
    for (const name of CHANGES) expect(await refusal(ask(other, name, { review_id })), name).toEqual(GONE);
    expect(await refusal(followUp(review_id, "Not mine", other))).toEqual(GONE);
  }
  expect(await mine()).toEqual(before);
  expect((await mine(other)).reviews).toEqual([]);
});

test("exports everything that is stored about an author, and nothing of others", { tags: ["11.11"] }, async () => {
  const id = await publish(author, { email: author.email });
  await followUp(id, "Deposit returned.");
  const others = await publish(other, { property_name: "By another" });
  await insert("anon", "public.referral_waitlist", { name: "A", email: author.email });
  await report(others, { reporter_email: author.email });
  const kept = (await ask(author, "export_my_data")) as Record<string, unknown>;
  expect(Object.keys(kept).toSorted().join(" ")).toBe(
    "account_events accounts follows grievances place_alerts replies reply_reports reports reviews sessions uploads waitlist",
  );
  expect(kept).toMatchObject({
    accounts: [{ id: author.id, email: author.email }],
    reviews: [{ id, email_given: author.email, followUps: [{ text: "Deposit returned." }] }],
    sessions: [{ created_at: expect.any(String) }],
    reports: [{ review_id: others, reason: "spam" }],
    waitlist: { name: "A" },
  });
  expect(JSON.stringify(kept.reviews)).not.toContain(others);
  expect(JSON.stringify(kept)).not.toContain(other.id);
});

test("exports the text of a grievance once an operator has read it", { tags: ["11.44"] }, async () => {
  // Until an operator acknowledges the grievance, its email is unproven: any visitor can type it.
  const { id } = await fileGrievance({ email: author.email });
  const unread = { grievances: [{ ...GRIEVANCE, page: null, words: null }] };
  expect(await ask(author, "export_my_data")).toMatchObject(unread);
  await owner`select private.acknowledge_grievance(${id}, 'asha')`;
  expect(await ask(author, "export_my_data")).toMatchObject({ grievances: [GRIEVANCE] });
});

const deleteAccount = (with_reviews: boolean, who: Account = author) => ask(who, "delete_my_account", { with_reviews });

test.each([false, true])("deletes an account, with its reviews: %s", { tags: ["11.12"] }, async (with_reviews) => {
  const [name] = author.email.split("@");
  const home = { property_name: uniqueName("Left"), email: author.email };
  const id = await publish(author, { ...home, proof_urls: [await upload(author)] });
  await publish(author, { ...home, property_name: "Left alone" });
  await publish(other, { ...home, email: null });
  const review = (await mine()).reviews.at(-1) as Mine;
  const since = `It is quieter now, ${author.id}.`;
  await followUp(id, since);
  expect(await deleteAccount(with_reviews)).toBe(true);
  const answers = await publicText(review, home.property_name);
  expect(answers).not.toContain(name);
  expect([answers.includes(id), answers.includes(since)]).toEqual([!with_reviews, !with_reviews]);
  expect(await owner`select 1 from auth.users where id = ${author.id}`).toHaveLength(0);
  expect(await countMismatches(owner)).toHaveLength(0);
  // An operator repeats this command after restoring an older backup.
  const log = await owner`
    select command, operator, details -> 'with_reviews' as with_reviews from private.audit_log
    where subject = ${author.id}`;
  expect([...log]).toEqual([{ command: "erase", operator: "its owner", with_reviews }]);
});

test("deletes an account only shortly after a log-in", { tags: ["11.12"] }, async () => {
  const id = await publish(author);
  await owner`
    update auth.sessions set created_at = now() - interval '16 minutes' where user_id = ${author.id}`;
  const late = { code: "PT403", message: expect.stringContaining("password") };
  expect(await refusal(deleteAccount(true))).toEqual(late);
  expect((await mine()).reviews.map((review) => review.id)).toEqual([id]);
});

test("hides a withdrawn review of a deleted account until a sweep deletes it", { tags: ["11.12"] }, async () => {
  const id = await publish(author);
  await change("withdraw_my_review", id);
  await deleteAccount(false);
  const stored = async () => (await owner`select 1 from public.reviews where id = ${id}`).length;
  for (const [days, left] of [
    [29, 1],
    [30, 0],
  ] as const) {
    await age(id, days);
    await sweep();
    expect([await readReview(id), await stored()]).toEqual([undefined, left]);
  }
});
