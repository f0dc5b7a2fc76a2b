import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { as, call, insert, newAccount, owner, photoName, publish, refusal, seed, upload } from "./one-database.ts";

beforeAll(async () => {
  await seed();
});

/** Of the home that publish() reviews. */
const NAMES = { property_name: "Lakeview Residency", locality: "HSR Layout", city: "Bengaluru" };
const ENDED = { code: "PT401", message: "Your session has ended. Please log in again." };

test("a token whose session has ended is refused everywhere at once", async () => {
  const author = await newAccount("logged.out");
  const id = await publish(author);
  const withoutSession = { ...author, claims: { ...author.claims, session_id: undefined } } as unknown as typeof author;
  const ofAnother = {
    ...author,
    claims: { ...author.claims, session_id: (await newAccount("b")).claims.session_id },
  };
  const report = { review_id: id, reason: "spam", reporter_fingerprint: "f".repeat(32) };

  const expectRefusal = async (who: typeof author) => {
    expect(await refusal(publish(who))).toEqual({
      code: "PT401",
      message: "Your session has ended. Log in again to publish your review.",
    });
    expect(await refusal(insert(who, "public.review_reports", report))).toEqual(ENDED);
    expect(await refusal(insert(who, "public.referral_waitlist", { name: "A", email: "a@b.example" }))).toEqual(ENDED);
    expect(await refusal(call(who, "my_review", { review_id: id }))).toEqual(ENDED);
    expect(await refusal(call(who, "check_review_limits", { review_id: id, ...NAMES, review_text: "A" }))).toEqual(
      ENDED,
    );
    expect(await refusal(upload(who))).toMatchObject({ code: "42501" });
  };
  await expectRefusal(withoutSession);
  await expectRefusal(ofAnother);
  await upload(author);
  await insert(author, "public.review_reports", report);
  await owner`delete from auth.sessions where user_id = ${author.id}`;
  await expectRefusal(author);
});

test("only its author hears that a review is theirs", async () => {
  const [author, other] = [await newAccount("author"), await newAccount("other")];
  const id = await publish(author, { review_text: "Mine." });
  const shown = { ...NAMES, review_text: "Mine." };
  expect(await call(author, "my_review", { review_id: id })).toEqual(shown);
  expect(await call(other, "my_review", { review_id: id })).toBeNull();
  expect(await call(author, "my_review", { review_id: randomUUID() })).toBeNull();
  await owner`update public.reviews set hidden_at = now() where id = ${id}`;
  expect(await call(author, "my_review", { review_id: id })).toEqual({ hidden: true });
  expect(await call(other, "my_review", { review_id: id })).toBeNull();
  expect(await refusal(call("anon", "my_review", { review_id: id }))).toMatchObject({ code: "42501" });
});

test("an author hears of the limits before the photos are sent, and of none once the review is there", async () => {
  const limits = ["repeat_review_days", "reviews_per_minute"];
  await owner`update private.settings set value = shipped where key = any (${limits})`;
  onTestFinished(async () => {
    await owner`update private.settings set value = '0' where key = any (${limits})`;
  });
  const author = await newAccount("limits");
  const id = await publish(author, { review_text: "Once." });
  const check = (review: object) =>
    call(author, "check_review_limits", {
      review_id: randomUUID(),
      ...NAMES,
      review_text: "Twice.",
      ...review,
    });
  expect(await check({ review_id: id })).toBe(true);
  const [again, sameText, tooSoon] = [
    await refusal(check({ property_name: " lakeview  residency", city: "Bangalore" })),
    await refusal(check({ property_name: "Elsewhere", review_text: " once. " })),
    await refusal(check({ property_name: "Elsewhere" })),
  ];
  expect(again.message).toContain("You reviewed this property less than 30 days ago.");
  expect(sameText.message).toContain("You have published this text before.");
  expect(tooSoon.message).toContain("You published a review a moment ago.");
  const other = await newAccount("other.limits");
  const args = { review_id: id, ...NAMES, review_text: "Mine." };
  expect(await call(other, "check_review_limits", args)).toBe(true);
  expect(await refusal(call("anon", "check_review_limits", args))).toMatchObject({ code: "42501" });
});

test("photos go into their folder, under the day in India and a random name", async () => {
  const author = await newAccount("photographer");
  await upload(author);
  const [day = "", random = ""] = photoName().slice("public/".length).split("-");
  const bad = [
    `public/${Number(day) + 1}-${random}`,
    `public/${Number(day) + 19_800_000}-${random}`,
    `public/${Date.now()}-${random}`,
    `${day}-${random}`,
    `private/${day}-${random}`,
    `public/../${day}-${random}`,
    `public/${day}-${random.replace(".jpg", ".svg")}`,
    `public/${day}-${random}.html`,
    `public/${day}-${random.toUpperCase()}`,
    `public/${day}-${random}\n`,
    "public/x.png",
  ];
  for (const name of bad) expect(await refusal(upload(author, name)), name).toMatchObject({ code: "42501" });
  const row = { bucket_id: "withheld-proofs", name: photoName(), owner_id: author.id };
  expect(await refusal(insert(author, "storage.objects", row))).toMatchObject({ code: "42501" });
  expect(await refusal(insert("anon", "storage.objects", { ...row, bucket_id: "review-proofs" }))).toMatchObject({
    code: "42501",
  });
});

test("no public answer holds a time of day, a system column, an e-mail or an account", async () => {
  const author = await newAccount("someone.known");
  const photo = await upload(author);
  const id = await publish(author, { email: author.email, proof_urls: [photo] });
  const [{ property_id: propertyId } = { property_id: "" }] = await owner<{ property_id: string }[]>`
    select property_id from public.reviews where id = ${id}`;
  const answers = {
    recent_reviews: await call("anon", "recent_reviews", { at_most: 10 }),
    browse_properties: await call("anon", "browse_properties", { page_size: 3 }),
    searched: await call("anon", "browse_properties", { search: "bangalore", sort: "rating", page_size: 1 }),
    property_reviews: await call("anon", "property_reviews", { property_id: propertyId, page_size: 1 }),
    review_in_context: await call("anon", "review_in_context", { review_id: id }),
    review_cities: await call("anon", "review_cities"),
    top_reviewers: await call("anon", "top_reviewers"),
    my_review: await call(author, "my_review", { review_id: id }),
  };
  const [review] = answers.recent_reviews as Record<string, unknown>[];
  const [{ today } = { today: "" }] = await owner<{ today: string }[]>`
    select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`;
  expect(review).toMatchObject({ id, display_name: author.email.split("@")[0], created_on: today });
  expect(Object.keys(review ?? {})).toEqual([
    ...[
      "id",
      "property_id",
      "property_name",
      "locality",
      "city",
      "property_type",
      "rating",
      "review_text",
      "display_name",
    ],
    ...["move_in_date", "duration", "would_recommend", "move_out_intent", "verified", "reported", "proof_urls"],
    ...["reported_issues", "created_on", "how_issues_reported", "issue_resolution_status", "management_response_time"],
    ...["follow_ups", "reply"],
  ]);
  const [group] = (answers.browse_properties as { groups: Record<string, unknown>[] }).groups;
  expect(Object.keys(group ?? {})).toEqual([
    ...["property_id", "property_name", "locality", "city", "count", "rating_total", "matching_count", "reviews"],
  ]);
  for (const [name, answer] of Object.entries(answers)) {
    const text = JSON.stringify(answer);
    expect(text.length, name).toBeGreaterThan(20);
    expect(text, name).not.toMatch(/\d\d:\d\d|@|insert_order|created_at|hidden_at|user_id|"x(min|max)"|ctid/);
    expect(text, name).not.toContain(author.id);
  }
});

test("pages follow one another by ids, and anything else is refused", async () => {
  const everything = async (name: string, args: object) => {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page = (await call("anon", name, { ...args, after })) as Page;
      ids.push(
        ...(page.groups?.map((group) => group.property_id) ?? page.group?.reviews.map((review) => review.id) ?? []),
      );
      after = page.next;
      expect([null, ids.at(-1)]).toContain(after);
    } while (after !== null);
    return ids;
  };
  const whole = (await call("anon", "browse_properties", { page_size: 50 })) as Required<Page>;
  const paged = await everything("browse_properties", { page_size: 3 });
  expect(paged).toEqual(whole.groups.map((group) => group.property_id));
  const [largest] = whole.groups.toSorted((a, b) => b.count - a.count);
  const args = { property_id: largest?.property_id ?? "" };
  for (const sort of ["recent", "rating", "verified"]) {
    const all = (await call("anon", "property_reviews", { ...args, sort })) as Required<Page>;
    expect(await everything("property_reviews", { ...args, sort, page_size: 2 })).toEqual(
      (all.group?.reviews ?? []).map(({ id }) => id),
    );
  }

  const damaged = {
    code: "PT400",
    message: "This link to more results is damaged. Start again from the first page.",
  };
  const [elsewhere] = await owner<{ id: string }[]>`
    select id from public.reviews where property_id <> ${args.property_id} limit 1`;
  for (const after of ["x", "1", randomUUID(), elsewhere?.id ?? "", `${args.property_id} `, "[".repeat(100_000)]) {
    expect(await refusal(call("anon", "browse_properties", { after })), after.slice(0, 50)).toEqual(damaged);
    expect(await refusal(call("anon", "property_reviews", { ...args, after })), after.slice(0, 50)).toEqual(damaged);
  }
});

interface Page {
  groups?: { property_id: string; count: number }[];
  group?: { reviews: { id: string }[] } | null;
  next: string | null;
}

test("words of any script have trigrams and are found", async () => {
  const [locale] = await owner<{ ctype: string; trigrams: number }[]>`
    select datctype as ctype, cardinality(extensions.show_trgm('कमरा')) as trigrams from pg_database where datname = current_database()`;
  // A C library without C.UTF-8 (macOS) has none.
  expect(locale?.ctype === "C.UTF-8" ? locale.trigrams : "none").not.toBe(0);
  const author = await newAccount("hindi");
  const id = await publish(author, { property_name: "नीम निवास", review_text: "कमरा बड़ा है, धूप भी आती है।" });
  for (const search of ["कमरा", "निवास", "धूप"]) {
    const page = (await call("anon", "browse_properties", { search })) as {
      groups: { reviews: { id: string }[] }[];
    };
    expect(
      page.groups.flatMap((group) => group.reviews.map((review) => review.id)),
      search,
    ).toContain(id);
  }
});

test("what an operator enters is parted from its author, too", async () => {
  const id = randomUUID();
  const name = photoName().slice("public/".length);
  const row = {
    property_name: "Old Town House",
    locality: "Fort",
    city: "Kochi",
    rating: 5,
    review_text: "By letter.",
  };
  const insertTwice = () => owner`
    insert into public.reviews ${owner({ ...row, id, email: "by.letter@example.com", verified: true, proof_urls: [`/storage/v1/object/public/review-proofs/public/${name}`] })}
    on conflict (id) do nothing`;
  await insertTwice();
  await owner`delete from private.review_names where review_id = ${id}`;
  await insertTwice();
  const group = (await call("anon", "review_in_context", { review_id: id })) as { reviews: object[] };
  expect(group.reviews).toMatchObject([
    { display_name: "Anonymous", verified: true, proof_urls: [expect.stringContaining(name)] },
  ]);
  const [stored] = await owner`select email, user_id, proof_urls from public.reviews where id = ${id}`;
  expect(stored).toEqual({ email: null, user_id: null, proof_urls: null });
});

test("several rows at once are refused before any is compared", async () => {
  const author = await newAccount("bulk");
  const review = { property_name: "Bulk", locality: "x", city: "y", rating: 5 };
  const sent = (table: string, rows: Record<string, string | number>[]) =>
    refusal(as(author, (sql) => sql`insert into ${sql(table)} ${sql(rows)}`));
  expect(
    await sent(
      "public.reviews",
      [1, 2].map((n) => ({ ...review, review_text: `t${n}`, property_name: `Bulk ${n}` })),
    ),
  ).toEqual({
    code: "PT400",
    message: "Send one review at a time.",
  });
  const review_id = await publish(author);
  const reports = ["d", "e"].map((device) => ({ review_id, reason: "spam", reporter_fingerprint: device.repeat(32) }));
  expect(await sent("public.review_reports", reports)).toEqual({
    code: "PT400",
    message: "Send one report at a time.",
  });
  await insert("anon", "public.referral_waitlist", { name: "A", email: "known@b.example" });
  const entries = ["known@b.example", "new@b.example"].map((email) => ({ name: "A", email }));
  expect(await sent("public.referral_waitlist", entries)).toEqual({
    code: "PT400",
    message: "Join the waitlist with one email at a time.",
  });
});
