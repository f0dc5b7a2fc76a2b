import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { dayInIndia } from "~/domain/dates";
import {
  as,
  call,
  hide,
  insert,
  newAccount,
  owner,
  photoName,
  photoPath,
  propertyOf,
  publish,
  readReview,
  refusal,
  report,
  upload,
} from "./test-database.ts";

/** The home that publish() reviews. */
const NAMES = { property_name: "Lakeview Residency", locality: "HSR Layout", city: "Bengaluru" };

test("refuses a token everywhere as soon as its session has ended", { tags: ["11.10"] }, async () => {
  const author = await newAccount("logged.out");
  const id = await publish(author);
  const { session_id: ofAnother } = (await newAccount("another")).claims;
  const functions = await owner<{ call: string }[]>`
    select format('public.%I(%s)', proname, (select string_agg(format('null::%s', type::regtype), ', ') from unnest(proargtypes) as type)) as call
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and has_function_privilege('authenticated', oid, 'execute')
      and (not has_function_privilege('anon', oid, 'execute') or proname in ('file_grievance', 'report_reply'))`;
  expect(functions.length).toBeGreaterThan(15);

  const expectRefusal = async (session_id: string) => {
    const who = { ...author, claims: { ...author.claims, session_id } };
    for (const { call: each } of functions)
      expect(await refusal(as(who, (sql) => sql.unsafe(`select ${each}`))), each).toMatchObject({ code: "PT401" });
    for (const attempt of [
      () => publish(who),
      () => report(id, {}, who),
      () => insert(who, "public.referral_waitlist", { name: "A", email: "a@b.example" }),
    ])
      expect(await refusal(attempt())).toMatchObject({ code: "PT401" });
    expect(await refusal(upload(who))).toMatchObject({ code: "42501" });
  };
  await expectRefusal("");
  await expectRefusal(ofAnother);
  await upload(author);
  await report(id, {}, author);
  await owner`delete from auth.sessions where user_id = ${author.id}`;
  await expectRefusal(author.claims.session_id);
});

test("returns a review as the caller's own only to its author", async () => {
  const [author, other] = [await newAccount("author"), await newAccount("other")];
  const id = await publish(author, { review_text: "Mine." });
  const { property_name: propertyName, ...place } = NAMES;
  const shown = { propertyName, ...place, comment: "Mine." };
  expect(await call(author, "my_review", { review_id: id })).toMatchObject(shown);
  expect(await call(other, "my_review", { review_id: id })).toBeNull();
  expect(await call(author, "my_review", { review_id: randomUUID() })).toBeNull();
  await hide(id);
  expect(await call(author, "my_review", { review_id: id })).toEqual({ id, hidden: true });
  expect(await call(other, "my_review", { review_id: id })).toBeNull();
});

test("checks the limits of a review that is not stored yet", async () => {
  const limits = ["repeat_review_days", "reviews_per_minute"];
  await owner`update private.settings set value = shipped where key = any (${limits})`;
  onTestFinished(async () => {
    await owner`update private.settings set value = '0' where key = any (${limits})`;
  });
  const author = await newAccount("limits");
  const id = await publish(author, { review_text: "Once." });
  const check = (review: object, who = author) =>
    call(who, "check_review_limits", { review_id: randomUUID(), ...NAMES, review_text: "Twice.", ...review });
  expect(await check({ review_id: id })).toBe(true);
  for (const [review, sentence] of [
    [{ property_name: " lakeview  residency", city: "Bangalore" }, "You reviewed this property less than 30 days ago."],
    [{ property_name: "Elsewhere", review_text: " once. " }, "You have published this text before."],
    [{ property_name: "Elsewhere" }, "You published a review a moment ago."],
  ] as const)
    expect((await refusal(check(review))).message).toContain(sentence);
  expect(await check({ review_id: id, review_text: "Mine." }, await newAccount("other.limits"))).toBe(true);
});

test("stores a photo only under the day in India and a random name", async () => {
  const author = await newAccount("photographer");
  await upload(author);
  const [day = "", random = ""] = photoName().slice("public/".length).split("-");
  const invalid = [
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
  for (const name of invalid) expect(await refusal(upload(author, name)), name).toMatchObject({ code: "42501" });
  const row = { bucket_id: "withheld-proofs", name: photoName(), owner_id: author.id };
  expect(await refusal(insert(author, "storage.objects", row))).toMatchObject({ code: "42501" });
  const anonymous = insert("anon", "storage.objects", { ...row, bucket_id: "review-proofs" });
  expect(await refusal(anonymous)).toMatchObject({ code: "42501" });
});

test("returns no time of day, system column, email or account to the public", async () => {
  const author = await newAccount("someone.known");
  const photo = await upload(author);
  const id = await publish(author, { email: author.email, proof_urls: [photo] });
  const propertyId = await propertyOf(id);
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
  const publishedOn = dayInIndia(new Date());
  expect(review).toMatchObject({ id, displayName: author.email.split("@")[0], publishedOn });
  expect(Object.keys(review ?? {}).join(" ")).toBe(
    "id propertyId propertyName locality city rating comment displayName moveInDate verified reported proofUrls reportedIssues publishedOn answers followUps reply",
  );
  const [group] = (answers.browse_properties as { groups: Record<string, unknown>[] }).groups;
  expect(Object.keys(group ?? {}).join(" ")).toBe(
    "propertyId propertyName locality city count totalRating matchingCount reviews",
  );
  for (const [name, answer] of Object.entries(answers)) {
    const text = JSON.stringify(answer);
    expect(text.length, name).toBeGreaterThan(10);
    expect(text, name).not.toMatch(/\d\d:\d\d|@|insert_order|created_at|hidden_at|user_id|"x(min|max)"|ctid/);
    expect(text, name).not.toContain(author.id);
  }
});

test("refuses a cursor that is not an id of its list", async () => {
  const author = await newAccount("damaged");
  const [id, elsewhere] = [await publish(author), await publish(author, { property_name: "Elsewhere" })];
  const property_id = await propertyOf(id);
  const message = "This link to more results is damaged. Start again from the first page.";
  const damaged = { code: "PT400", message };
  for (const after of ["x", "1", randomUUID(), elsewhere, `${id} `, "[".repeat(100_000)]) {
    expect(await refusal(call("anon", "browse_properties", { after })), after.slice(0, 50)).toEqual(damaged);
    expect(await refusal(call("anon", "property_reviews", { property_id, after })), after.slice(0, 50)).toEqual(
      damaged,
    );
  }
});

test("stores no author in a review that an operator inserts", async () => {
  const id = randomUUID();
  const proof = photoPath();
  const row = {
    property_name: "Old Town House",
    locality: "Fort",
    city: "Kochi",
    rating: 5,
    review_text: "By letter.",
  };
  const signed = { ...row, id, email: "by.letter@example.com", verified: true, proof_urls: [proof] };
  const insertOnce = () => owner`insert into public.reviews ${owner(signed)} on conflict (id) do nothing`;
  await insertOnce();
  await owner`delete from private.review_names where review_id = ${id}`;
  await insertOnce();
  expect(await readReview(id)).toMatchObject({ displayName: "Anonymous", verified: true, proofUrls: [proof] });
  const [stored] = await owner`select email, user_id, proof_urls from public.reviews where id = ${id}`;
  expect(stored).toEqual({ email: null, user_id: null, proof_urls: null });
});

test("refuses several rows in a request", async () => {
  const author = await newAccount("bulk");
  const review_id = await publish(author);
  await insert("anon", "public.referral_waitlist", { name: "A", email: "known@b.example" });
  const review = { property_name: "Bulk", locality: "x", city: "y", rating: 5 };
  const sent: [table: string, rows: Record<string, string | number>[], message: string][] = [
    ["reviews", ["One", "Two"].map((review_text) => ({ ...review, review_text })), "Send one review at a time."],
    [
      "review_reports",
      ["d", "e"].map((device) => ({ review_id, reason: "spam", reporter_fingerprint: device.repeat(32) })),
      "Send one report at a time.",
    ],
    [
      "referral_waitlist",
      ["known", "new"].map((name) => ({ name: "A", email: `${name}@b.example` })),
      "Join the waitlist with one email at a time.",
    ],
  ];
  for (const [table, rows, message] of sent) {
    const attempt = as(author, (sql) => sql`insert into ${sql(`public.${table}`)} ${sql(rows)}`);
    expect(await refusal(attempt), table).toEqual({ code: "PT400", message });
  }
});

test("lets visitors read the heartbeat, which is written every ten seconds", { tags: ["11.284"] }, async () => {
  const beatAfter = async (seconds: number) => {
    await owner`delete from private.worker_heartbeat`;
    await owner`insert into private.worker_heartbeat (at) values (now() - make_interval(secs => ${seconds}))`;
    const before = Number(await call("anon", "heartbeat"));
    await call("service_role", "operator_take_emails");
    return Number(await call("anon", "heartbeat")) - before;
  };
  expect(await beatAfter(9)).toBe(0);
  expect(await beatAfter(11)).toBeCloseTo(11, 0);
});
