import { expect, test } from "vitest";
import {
  expectRefusal,
  insertReview,
  knownUser,
  newVisitor,
  owner,
  plainReview,
  publishReview,
  readReview,
  newUser,
  uploadedPhoto,
} from "../client.ts";

test(
  "a signed-in user publishes a review, and exactly this is stored",
  { tags: ["3.1", "3.2", "3.4", "5.24", "7.2"] },
  async () => {
    const asha = await newUser("asha.r");
    const photo = await uploadedPhoto(asha);
    const review = {
      id: "0a8f5f6e-52b1-4c1e-9a35-6f0d9f3f2b11",
      user_id: asha.id,
      property_name: "  Palm   Grove\tHeights ",
      locality: "Indiranagar",
      city: "Bengaluru",
      property_type: "PG / Hostel",
      move_in_date: "2024-02-29",
      duration: "6–12 months",
      rating: 3,
      review_text: "  Quiet lane.\r\nWater only till 9 am. \n",
      email: asha.email,
      would_recommend: false,
      move_out_intent: null,
      verified: true,
      reported_issues: [
        { id: "issue-1", description: " Seepage in the bedroom ", severity: "Major" },
        { id: "issue-2", description: "   " },
        { id: "issue-3", description: "Lift stops" },
      ],
      proof_urls: [photo],
      how_issues_reported: "phone_email",
      issue_resolution_status: "some_fixed",
      management_response_time: "1-2_days",
    };
    const answer = await insertReview(asha, review, { prefer: "return=minimal" });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toBe("");

    const { property_id: propertyId, ...stored } = (await readReview(review.id)) ?? {};
    expect(stored).toEqual({
      id: review.id,
      property_name: "Palm Grove Heights",
      locality: "Indiranagar",
      city: "Bengaluru",
      property_type: "PG / Hostel",
      rating: 3,
      review_text: "Quiet lane.\nWater only till 9 am.",
      display_name: "asha.r",
      move_in_date: "2024-02-29",
      duration: "6–12 months",
      would_recommend: false,
      move_out_intent: null,
      verified: true,
      reported: false,
      proof_urls: [photo],
      reported_issues: [
        { id: "issue-1", description: "Seepage in the bedroom", severity: "Major" },
        { id: "issue-3", description: "Lift stops" },
      ],
      how_issues_reported: "phone_email",
      issue_resolution_status: "some_fixed",
      management_response_time: "1-2_days",
      created_on: dayInIndia(0),
      follow_ups: [],
      reply: null,
    });

    const [property] =
      await owner`select property_name, review_count from public.properties where id = ${String(propertyId)}`;
    expect(property).toEqual({ property_name: "Palm Grove Heights", review_count: 1 });
    const authors = await owner`
    select a.user_id, n.email, n.counted_at = r.created_at as is_dated, abs(extract(epoch from now() - r.created_at)) < 60 as is_new
    from private.review_authors as a join private.review_names as n using (review_id)
    join public.reviews as r on r.id = a.review_id where a.review_id = ${review.id}`;
    expect([...authors]).toEqual([{ user_id: asha.id, email: asha.email, is_dated: true, is_new: true }]);
  },
);

test(
  "a review without an e-mail is shown as Anonymous; its author is known to the database alone",
  { tags: ["2.82", "6.6"] },
  async () => {
    const user = await knownUser("author");
    const id = await publishReview(user, { email: null });
    expect(await readReview(id)).toMatchObject({ display_name: "Anonymous" });
    const [author] = await owner`
    select user_id, email from private.review_authors left join private.review_names using (review_id) where review_id = ${id}`;
    expect(author).toEqual({ user_id: user.id, email: null });
  },
);

test("one property is one, however its name is written, and keeps its first spelling", { tags: ["2.56"] }, async () => {
  const user = await knownUser("author");
  const first = await publishReview(user, { property_name: "Sea Breeze", locality: "Bandra West", city: "Mumbai" });
  const same = await publishReview(user, { property_name: " sea  BREEZE", locality: "bandra west ", city: "MUMBAI" });
  const other = await publishReview(user, { property_name: "Sea Breeze", locality: "Bandra East", city: "Mumbai" });
  const [one, two, three] = [await readReview(first), await readReview(same), await readReview(other)];
  expect(two).toMatchObject({ property_name: "Sea Breeze", locality: "Bandra West", city: "Mumbai" });
  expect(two?.property_id).toBe(one?.property_id);
  expect(three?.property_id).not.toBe(one?.property_id);
});

test(
  "what the visitor has no say in is decided by the database, whatever is sent",
  { tags: ["3.8", "3.9", "5.24", "5.25", "6.6"] },
  async () => {
    const forger = await knownUser("author");
    const victim = await knownUser("other");
    const theirs = await publishReview(victim, { property_name: "Victim Villa" });
    const { property_id: theirProperty } = (await readReview(theirs)) ?? {};
    const id = await publishReview(forger, {
      property_name: "Forged House",
      verified: true,
      reported: true,
      created_at: "2020-01-01T00:00:00Z",
      user_id: victim.id,
      proof_urls: null,
    });
    const stored = await readReview(id);
    expect(stored).toMatchObject({ verified: false, reported: false, proof_urls: null, created_on: dayInIndia(0) });
    expect(stored?.display_name).toBe("Anonymous");
    expect(stored?.property_id).not.toBe(theirProperty);
    const others = [
      { display_name: "GharSach Team" },
      { property_id: theirProperty },
      { hidden_at: null },
      { insert_order: 1 },
    ];
    for (const other of others) await expectRefusal(() => insertReview(forger, plainReview(other)));
    const [author] = await owner`select user_id from private.review_authors where review_id = ${id}`;
    expect(author?.user_id).toBe(forger.id);
    const [property] = await owner`select review_count from public.properties where id = ${String(theirProperty)}`;
    expect(property?.review_count).toBe(1);
  },
);

test(
  "a review with an own photo is verified, by its path or by its whole address on this site",
  { tags: ["1.10", "3.9"] },
  async () => {
    const user = await knownUser("author");
    for (const origin of ["", "http://localhost"]) {
      const path = await uploadedPhoto(user);
      const url = `${origin}${path}`;
      const id = await publishReview(user, { proof_urls: [url], verified: false });
      expect(await readReview(id)).toMatchObject({ verified: true, proof_urls: [path] });
    }
  },
);

test("a visitor without an account cannot publish", { tags: ["1.3", "6.10"] }, async () => {
  const answer = await expectRefusal(() => insertReview(newVisitor(), plainReview()));
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ code: "42501" });
  expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
});

// Values of the wrong kind, and more of what attackers send: attacks/forged-inserts.test.ts and request-bodies.test.ts.
const REFUSED_VALUES: [string, Record<string, unknown>, RegExp?][] = [
  ["no property name", { property_name: undefined }],
  ["an empty property name", { property_name: "" }, /name of the property/],
  ["a property name of spaces", { property_name: " \t\n\u00a0" }, /name of the property/],
  ["a property name of zero-width characters", { property_name: "\u200b\u200d\ufeff" }, /name of the property/],
  ["a property name of 121 characters", { property_name: "x".repeat(121) }, /120 characters/],
  ["an empty locality", { locality: "" }, /locality/],
  ["no locality", { locality: null }, /locality/],
  ["a locality of 121 characters", { locality: "x".repeat(121) }, /120 characters/],
  ["an empty city", { city: " " }, /city/],
  ["a city of 81 characters", { city: "x".repeat(81) }, /80 characters/],
  ["an empty review", { review_text: "" }, /Write your review/],
  ["no review", { review_text: undefined }, /Write your review/],
  ["a review of control characters", { review_text: "\u0007\u001b\u202e" }, /Write your review/],
  ["a review of 5,001 characters", { review_text: "x".repeat(5001) }, /5000 characters/],
  ["a review of 20,000 characters", { review_text: "घ".repeat(20_000) }, /5000 characters/],
  ["NUL in the review", { review_text: "Fine\u0000" }],
  ["NUL in an issue", { reported_issues: [{ id: "1", description: "Leak\u0000" }] }],
  ["half a character (a lone surrogate)", { review_text: "\ud800" }],
  ["rating 0", { rating: 0 }, /1 to 5/],
  ["rating 6", { rating: 6 }, /1 to 5/],
  ["rating -1", { rating: -1 }, /1 to 5/],
  ["rating 3.5", { rating: 3.5 }],
  ["rating 1e40", { rating: 1e40 }],
  ["no rating", { rating: null }, /1 to 5/],
  ["a rating that is a text", { rating: "5" }],
  ["an unknown property type", { property_type: "Castle" }, /property types/],
  ["a property type in another case", { property_type: "apartment" }, /property types/],
  ["an unknown duration", { duration: "6-12 months" }, /durations/],
  ["an unknown way of reporting", { how_issues_reported: "pigeon" }, /ways of reporting/],
  ["an unknown resolution", { issue_resolution_status: "all fixed" }, /resolution/],
  ["an unknown response time", { management_response_time: "never" }, /response times/],
  ["an unknown severity", { reported_issues: [{ id: "1", description: "Leak", severity: "Huge" }] }, /severities/],
  ["an issue of 1,001 characters", { reported_issues: [{ id: "1", description: "x".repeat(1001) }] }, /1000/],
  [
    "21 issues",
    { reported_issues: Array.from({ length: 21 }, (_, id) => ({ id: `${id}`, description: "Leak" })) },
    /20/,
  ],
  ["an e-mail that is none", { email: "asha" }, /valid email/],
  ["an e-mail with two @", { email: "a@b@c.example" }, /valid email/],
  ["an e-mail of 400 characters", { email: `${"a".repeat(390)}@b.example` }, /valid email/],
  ["a move-in date that is a number", { move_in_date: 20240101 }],
  ["an issue with more than is asked for", { reported_issues: [{ id: "1", description: "Leak", photo: "x" }] }],
  ["a move-in date that is none", { move_in_date: "2024-02-30" }],
  ["a move-in date in words", { move_in_date: "yesterday-ish" }, /^The request is malformed, or one of its values/],
  ["a move-in date at infinity", { move_in_date: "infinity" }, /after today/],
  ["a move-in date in 1949", { move_in_date: "1949-12-31" }, /1950/],
  ["would_recommend that is a text", { would_recommend: "perhaps" }],
  ["an id that is no UUID", { id: "1" }],
  ["an unknown column", { is_admin: true }],
  ["a proof from another site", { proof_urls: ["https://evil.example/public/1763663400000-abcdef.png"] }, /uploaded/],
  ["a javascript: proof", { proof_urls: ["javascript:alert(1)"] }, /uploaded/],
  ["a data: proof", { proof_urls: ["data:image/png;base64,iVBORw0KGgo="] }, /uploaded/],
  ["a proof that does not exist", { proof_urls: [proofPath("public/1763663400000-abcdefgh.png")] }, /uploaded/],
  ["a proof outside its folder", { proof_urls: [proofPath("public/../../secrets.json")] }, /uploaded/],
  ["a proof with a query", { proof_urls: [`${proofPath("public/1763663400000-abcdefgh.png")}?x=1`] }, /uploaded/],
  ["an empty proof", { proof_urls: [""] }, /uploaded/],
  ["a proof that is null", { proof_urls: [null] }],
  ["four proofs", { proof_urls: ["a", "b", "c", "d"] }, /at most 3/],
];

test.for(REFUSED_VALUES)(
  "a review with %s is refused in plain words",
  { tags: ["3.4", "5.1", "5.2", "5.3", "5.5", "5.8", "5.14", "9.7"] },
  async ([, change, words = /\w/]) => {
    const user = await knownUser("refused");
    const answer = await expectRefusal(() => insertReview(user, plainReview(change)));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(words);
  },
);

test("markup is text like any other", async () => {
  const user = await knownUser("author");
  const text = "<script>alert('x')</script> & \"quotes\" {{ .SiteURL }} %s \\n ${x}";
  const id = await publishReview(user, { property_name: "<b>Bold</b> & Sons", review_text: text });
  expect(await readReview(id)).toMatchObject({ property_name: "<b>Bold</b> & Sons", review_text: text });
});

test("empty texts of optional fields are stored as nothing", async () => {
  const user = await knownUser("author");
  const optional = {
    property_type: "",
    duration: "",
    how_issues_reported: "",
    issue_resolution_status: "",
    management_response_time: "",
  };
  const id = await publishReview(user, { ...optional, proof_urls: [], reported_issues: [] });
  expect(await readReview(id)).toMatchObject({
    ...Object.fromEntries(Object.keys(optional).map((key) => [key, null])),
    proof_urls: null,
    reported_issues: null,
    verified: false,
  });
});

test("no issue counts when the first one has no description", { tags: ["5.22"] }, async () => {
  const user = await knownUser("author");
  const issues = [
    { id: "1", description: " " },
    { id: "2", description: "Lift stops" },
  ];
  const id = await publishReview(user, { reported_issues: issues });
  expect((await readReview(id))?.reported_issues).toBeNull();
});

test("a move-in date may be today in India, not tomorrow", { tags: ["2.98"] }, async () => {
  const user = await knownUser("author");
  const [today, tomorrow] = [dayInIndia(0), dayInIndia(1)];
  const id = await publishReview(user, { move_in_date: today });
  expect((await readReview(id))?.move_in_date).toBe(today);
  const answer = await expectRefusal(() => insertReview(user, plainReview({ move_in_date: tomorrow })));
  expect(answer.body.message).toBe("The move-in date cannot be after today.");
});

test("another account's photo proves nothing", { tags: ["1.10"] }, async () => {
  const photographer = await knownUser("author");
  const other = await knownUser("other");
  const photo = await uploadedPhoto(photographer);
  const own = await uploadedPhoto(other);
  for (const proofs of [[photo], [own, photo], [`http://localhost${photo}`]]) {
    const answer = await expectRefusal(() => insertReview(other, plainReview({ proof_urls: proofs })));
    expect(answer.body.message).toBe("A proof photo must be one that you uploaded.");
  }
});

test("one id is one review: repeated by its author or taken by another, the first stays", async () => {
  const author = await knownUser("author");
  const other = await knownUser("other");
  const review = plainReview({ review_text: "The first words." });
  expect((await insertReview(author, review)).status).toBe(201);
  for (const user of [author, other]) {
    const again = { ...review, review_text: "Other words." };
    const answer = await expectRefusal(() => insertReview(user, again));
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe("23505");
  }
  expect((await readReview(String(review.id)))?.review_text).toBe("The first words.");
});

test("twenty reviews of a new property at the same moment make one property with the right totals", async () => {
  const user = await knownUser("author");
  const spellings = ["Rush Hour Towers", " rush hour  TOWERS", "RUSH HOUR TOWERS", "Rush\tHour Towers"];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      insertReview(user, plainReview({ property_name: spellings[index % 4], rating: (index % 5) + 1 })),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
  const properties = await owner`
    select p.review_count, p.rating_total, p.verified_count, count(r.id)::int as reviews
    from public.properties p join public.reviews r on r.property_id = p.id
    where lower(p.property_name) = 'rush hour towers' group by p.id`;
  expect([...properties]).toEqual([{ review_count: 20, rating_total: 60, verified_count: 0, reviews: 20 }]);
});

function proofPath(name: string): string {
  return `/storage/v1/object/public/review-proofs/${name}`;
}

function dayInIndia(daysFromNow: number): string {
  const day = new Date(Date.now() + daysFromNow * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(day);
}
