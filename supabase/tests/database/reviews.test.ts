import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { rowToInsert } from "~/data/review-row";
import { isEmail } from "~/domain/account";
import { dayInIndia } from "~/domain/dates";
import { displayName } from "~/domain/display-name";
import { SEVERITIES } from "~/domain/enumerations";
import { MAX_PHOTOS } from "~/domain/photo";
import { plainLine } from "~/domain/plain-text";
import { type Answers, question, QUESTION_KEYS } from "~/domain/questions";
import { EARLIEST_MOVE_IN_DATE, MAX_ISSUES, MAX_LENGTHS } from "~/domain/review-texts";
import { emptySubmission, type SubmissionForm, toReviewSubmission } from "~/domain/submission";
import { type Account, call, hide, newAccount, owner, publish, readReview, refusal, upload } from "./test-database.ts";

let author: Account;
let other: Account;
beforeAll(async () => {
  [author, other] = [await newAccount("author"), await newAccount("other")];
});

type Changes = Record<string, unknown>;

/** Publishes a review. Sends lists and objects as JSON. */
function send(changes: Changes, who = author): Promise<string> {
  const values = Object.entries(changes).map(([column, value]) =>
    ["reported_issues", "answers"].includes(column) ? [column, owner.json(value as never)] : [column, value],
  );
  return publish(who, Object.fromEntries(values) as Changes);
}

/** Sets the email of the author's account, since reviews can be signed only with it. Returns the email as a column of a review. */
async function signWith(email: string): Promise<Changes> {
  await owner`update auth.users set email = ${email} where id = ${author.id}`;
  return { email };
}

async function stored(changes: Changes): Promise<Changes> {
  return (await readReview(await send(changes))) ?? {};
}

test("stores and shows a completely filled form", { tags: ["3.1", "3.2", "3.8", "7.2"] }, async () => {
  const photo = await upload(author);
  const form: SubmissionForm = {
    ...emptySubmission({ email: author.email, issueId: "first" }),
    propertyName: " Cedar\u200b  Court\u202e ",
    locality: "Kothrud",
    city: "poona",
    otherCity: "Poona",
    moveInDate: "2024-05-01",
    rating: 4,
    comment: "Airy.\r\nSafe at night. ",
    answers: {
      property_type: "Villa",
      would_recommend: "true",
      move_out_intent: "false",
      issue_resolution_status: "na",
    },
    issues: [
      { id: "first", description: " Seepage in the bedroom ", severity: "Major" },
      { id: "second", description: " ", severity: "Major" },
      { id: "third", description: "Lift stops", severity: "" },
    ],
  };
  const submission = toReviewSubmission(form, { id: randomUUID(), proofUrls: [photo] });
  const id = await send(rowToInsert(submission));
  // A new field of the form fails here until the database stores it.
  const { email: _, ...shown } = submission;
  const row = await readReview(id);
  expect(row).toMatchObject({ ...shown, id, displayName: displayName(author.email), verified: true });
  expect(row).toMatchObject({ publishedOn: dayInIndia(new Date()), reported: false, followUps: [], reply: null });
  const [kept] = await owner`
      select r.email, r.user_id, r.proof_urls, a.user_id as author, n.email as name, n.counted_at = r.created_at as is_dated
      from public.reviews as r join private.review_authors as a on a.review_id = r.id
      join private.review_names as n on n.review_id = r.id where r.id = ${id}`;
  const named = { author: author.id, name: author.email, is_dated: true };
  expect(kept).toEqual({ email: null, user_id: null, proof_urls: null, ...named });
});

test("stores no author and no photo in a review", { tags: ["1.5", "3.2"] }, async () => {
  const id = await send({});
  const photo = "/storage/v1/object/public/review-proofs/public/1763663400000-abcdefgh.png";
  for (const named of [{ email: author.email }, { user_id: author.id }, { proof_urls: [photo] }]) {
    const change = owner`update public.reviews set ${owner(named)} where id = ${id}`;
    await expect(change).rejects.toThrow("reviews_name_no_author");
  }
});

test("overwrites columns that visitors may not set", { tags: ["3.2", "3.8"] }, async () => {
  const forged = { verified: true, reported: true, created_at: "2020-01-01T00:00:00Z", user_id: other.id };
  const id = await send({ ...forged, property_name: "Forged House", proof_urls: null });
  expect(await readReview(id)).toMatchObject({
    ...{ verified: false, reported: false, proofUrls: [], publishedOn: dayInIndia(new Date()) },
    displayName: "Anonymous",
  });
  const [kept] = await owner`select user_id from private.review_authors where review_id = ${id}`;
  expect(kept?.user_id).toBe(author.id);
  for (const column of [{ display_name: "GharSach" }, { property_id: id }, { hidden_at: null }, { insert_order: 1 }])
    expect((await refusal(send(column))).code, JSON.stringify(column)).toMatch(/^42/);
});

const NOT_YOURS = "A proof photo must be one that you uploaded.";

test("accepts a photo as proof from the account that uploaded it", { tags: ["1.10", "3.8"] }, async () => {
  await owner`update private.settings set value = '"https://site.example"' where key = 'public_url'`;
  const photos = [await upload(author), await upload(author)];
  for (const [index, photo] of photos.entries()) {
    const url = `${index ? "https://site.example" : ""}${photo}`;
    expect(await stored({ proof_urls: [url] })).toMatchObject({ verified: true, proofUrls: [photo] });
  }
  expect((await refusal(send({ proof_urls: photos.slice(0, 1) }))).message).toMatch(/^A photo can be proof for only/);
  const [own, photo] = [await upload(other), await upload(author)];
  for (const proof_urls of [[photo], [own, photo], [`https://site.example${photo}`]])
    expect((await refusal(send({ proof_urls }, other))).message).toBe(NOT_YOURS);
});

test("refuses a proof photo with a URL of another site", { tags: ["1.10", "3.8"] }, async () => {
  const photo = await upload(author);
  for (const url of [
    ...["", "javascript:alert(1)", `//evil.example${photo}`, `https://site.example.evil.example${photo}`],
    ...[`https://site.example@evil.example${photo}`, `${photo}?x=1`, ` ${photo}`, "/auth/v1/logout"],
  ])
    expect((await refusal(send({ proof_urls: [url] }))).message, url).toBe(NOT_YOURS);
});

const REFUSED: [what: string, changes: Changes, words: RegExp][] = [
  ["no property name", { property_name: null }, /name of the property/],
  ["an invisible property name", { property_name: " \t\u200b\u200d\ufeff" }, /name of the property/],
  ["an invisible locality", { locality: "\u3164 \u2800" }, /locality/],
  ["a web address in the name", { property_name: "Moonlight ｅｖｉｌ．ｉｎ" }, /web or email address/],
  ["an email address in the locality", { locality: "asha@example.com" }, /web or email address/],
  ["a phone number as the city", { city: "Call 98-76-54-32-10" }, /more than four digits/],
  ["no locality", { locality: null }, /locality/],
  ["an invisible city", { city: "\u202e\u2066" }, /city/],
  ["no review", { review_text: null }, /Write your review/],
  ["a review of invisible characters", { review_text: "\u200b\u2060\ufeff\u00a0\u3164" }, /Write your review/],
  ["a review of 20,000 joined emoji", { review_text: "👩\u200d".repeat(20_000) }, /5000 characters/],
  ["rating 0", { rating: 0 }, /1 to 5/],
  ["rating 6", { rating: 6 }, /1 to 5/],
  ["no rating", { rating: null }, /1 to 5/],
  ["an unlisted answer", { duration: "6-12 months" }, /listed answers/],
  ["an unknown question", { answers: { weather: "sunny" } }, /listed answers/],
  ["an answer beside the column of its question", { answers: { property_type: "Apartment" } }, /listed answers/],
  ["an answer that is no text", { answers: { move_out_intent: false } }, /listed answers/],
  ["answers that are a list", { answers: ["Villa"] }, /answers/],
  ["an unknown severity", { reported_issues: [{ id: "1", description: "Leak", severity: "Huge" }] }, /severities/],
  ["issues that are a text", { reported_issues: "mould" }, /\w/],
  ["issues that are one object", { reported_issues: { description: "mould" } }, /\w/],
  ["an issue that is a list", { reported_issues: [["mould"]] }, /\w/],
  ["an email that is none", { email: "asha" }, /valid email/],
  ["another's email", { email: "ravi@example.com" }, /^Sign with the email of your account, or as Anonymous\.$/],
  ["an email with a line break", { email: "a@b.example\nBcc: c@d.example x" }, /valid email/],
  ["a move-in date in 1949", { move_in_date: "1949-12-31" }, /1950/],
];

test.for(REFUSED)(
  "refuses a review with %s",
  { tags: ["3.1", "5.1", "5.8", "5.13", "9.7"] },
  async ([, change, words]) => {
    const { code, message } = await refusal(send(change));
    expect([code, message]).toEqual(["PT400", expect.stringMatching(words)]);
    expect(message).not.toMatch(/violates|relation|SQLSTATE/);
  },
);

const LISTED = ["3.12", "3.15", "10.72"];

test("allows the answers of the form", { tags: LISTED }, async () => {
  const allowed = await owner`
      select question, array_agg(answer order by answer) as answers, array_agg(answer) filter (where says_nothing) as says_nothing,
        follows, follows_answers
      from private.allowed_answers group by question, follows, follows_answers order by question`;
  const offered = QUESTION_KEYS.toSorted().map((key) => {
    const { answers, follows, saysNothing } = question(key);
    return {
      question: key,
      answers: Object.keys(answers).toSorted(),
      says_nothing: saysNothing ?? null,
      ...{ follows: follows?.question ?? null, follows_answers: follows?.answers ?? null },
    };
  });
  expect([...allowed]).toEqual(offered);
});

/** Returns the columns of a review that hold these answers. */
function columnsOf(answers: Answers): Changes {
  const blank = toReviewSubmission(emptySubmission({ email: "", issueId: "i" }), { id: "", proofUrls: [] });
  const columns = Object.entries(rowToInsert({ ...blank, answers }));
  return Object.fromEntries(columns.filter(([column]) => column in answers || column === "answers"));
}

// app/questions.test.tsx proves the same for the form and the pages.
test("stores, shows, exports and counts every answer", { tags: LISTED }, async () => {
  for (const key of QUESTION_KEYS)
    for (const answer of Object.keys(question(key).answers)) {
      const { follows } = question(key);
      const answers: Answers = { ...(follows && { [follows.question]: follows.answers[0] }), [key]: answer };
      const id = await send({ ...columnsOf(answers), property_name: `House of ${key} ${answer}` });
      expect(await readReview(id)).toMatchObject({ answers });
      const [counted] = await owner`
        select f.figures from private.property_figures as f join public.reviews as r using (property_id) where r.id = ${id}`;
      expect(counted?.figures).toMatchObject({ [`${key}:${answer}`]: 1 });
    }
  const exported = JSON.stringify(await call(author, "export_my_data", {}));
  for (const key of QUESTION_KEYS) expect(exported).toContain(key);
});

test("refuses unlisted answers, and answers to questions that are not asked", { tags: LISTED }, async () => {
  for (const key of QUESTION_KEYS) {
    const unlisted = { [key]: "unlisted" };
    expect((await refusal(send({ answers: unlisted }))).message).toBe("Choose one of the listed answers.");
    const change = owner`update public.reviews set answers = ${owner.json(unlisted)}`;
    expect((await refusal(change)).message).toBe("Choose one of the listed answers.");
  }
  for (const key of QUESTION_KEYS.filter((name) => question(name).follows)) {
    const alone = columnsOf({ [key]: Object.keys(question(key).answers)[0] });
    expect((await refusal(send(alone))).message).toMatch("Answer the question before it first");
  }
  expect(await stored({ duration: "", how_issues_reported: "" })).toMatchObject({ answers: {} });
});

test("stores severities and texts unchanged", async () => {
  const reported_issues = Object.keys(SEVERITIES).map((severity) => ({ id: severity, description: "Leak", severity }));
  expect(await stored({ reported_issues })).toMatchObject({ reportedIssues: reported_issues });
  const text = "<script>alert('x')</script> & \"quotes\" {{ .SiteURL }} %s \\n ${x}";
  expect(await stored({ review_text: text })).toMatchObject({ comment: text });
});

const issues = (count: number, length: number) => ({
  reported_issues: Array.from({ length: count }, (_, nth) => ({ id: `i${nth}`, description: "ज".repeat(length) })),
});

const SHOWN: Record<string, string> = {
  property_name: "propertyName",
  review_text: "comment",
  reported_issues: "reportedIssues",
};

/** `make` returns the longest value that the form accepts, plus `more` characters or issues. */
const LIMITS: [what: string, make: (more: number) => Changes][] = [
  ["property name", (more) => ({ property_name: "अ".repeat(MAX_LENGTHS.propertyName + more) })],
  ["locality", (more) => ({ locality: "𑄌".repeat(MAX_LENGTHS.locality + more) })],
  ["city", (more) => ({ city: "अ".repeat(MAX_LENGTHS.city + more) })],
  ["text", (more) => ({ review_text: "𑄌".repeat(MAX_LENGTHS.comment + more) })],
  ["issue", (more) => issues(1, MAX_LENGTHS.issueDescription + more)],
  ["number of issues", (more) => issues(MAX_ISSUES + more, 9)],
];

// The database refuses much longer values before it cleans them, because cleaning takes time.
test.for(LIMITS)("stores the longest %s of the form and refuses one more character", async ([, make]) => {
  const row = await stored(make(0));
  for (const [column, value] of Object.entries(make(0))) expect(row[SHOWN[column] ?? column]).toEqual(value);
  const refused = await refusal(send(make(1)));
  expect(refused.code).toBe("PT400");
  expect(await refusal(send(make(50_000)))).toEqual(refused);
});

test("limits the length of all issues together", { tags: ["2.98", "5.13"] }, async () => {
  await send(issues(5, 1000));
  const more = [...issues(5, 1000).reported_issues, { id: "more", description: "x" }];
  const { message } = await refusal(send({ reported_issues: more }));
  expect(message).toBe("Shorten the descriptions of the issues to 5000 characters in all.");
});

test("limits the number of photos and the date of moving in", { tags: ["2.98", "5.13"] }, async () => {
  const photos: string[] = [];
  for (let count = 0; count <= MAX_PHOTOS; count += 1) photos.push(await upload(author));
  expect(await refusal(send({ proof_urls: photos }))).toMatchObject({ code: "PT400" });
  expect(await stored({ proof_urls: photos.slice(1) })).toMatchObject({ proofUrls: photos.slice(1) });
  const day = (days: number, from = Date.now()) => dayInIndia(new Date(from + days * 86_400_000));
  for (const move_in_date of [EARLIEST_MOVE_IN_DATE, day(0)])
    expect(await stored({ move_in_date })).toMatchObject({ moveInDate: move_in_date });
  for (const move_in_date of [day(-1, Date.parse(EARLIEST_MOVE_IN_DATE)), day(1)])
    expect(await refusal(send({ move_in_date }))).toMatchObject({ code: "PT400" });
});

test("drops all issues if the first one has no description", { tags: ["5.20"] }, async () => {
  const reported_issues = [" ", "Lift stops"].map((description, index) => ({ id: String(index), description }));
  expect(await stored({ reported_issues })).toMatchObject({ reportedIssues: [] });
});

test("shows a review under the name that the form showed", { tags: ["2.81", "3.2"] }, async () => {
  const names = ["asha.r", "  Asha.R", "a+b_c-d'e", "आशा", "a\u0301sha", "a\u200bb", "\u202etxt", "ad\u200cmin", "👩‍👧"];
  for (const name of names) {
    const email = `${name}@mail.example`;
    await signWith(plainLine(email));
    expect(await stored({ email }), JSON.stringify(email)).toMatchObject({ displayName: displayName(email) });
  }
  for (const email of ["", null]) expect(await stored({ email })).toMatchObject({ displayName: "Anonymous" });
});

test("signs a review only with its author's current email", { tags: ["10.75"] }, async () => {
  await signWith("own.name@example.com");
  const nameOf = async (id: string) => (await owner`select email from private.review_names where review_id = ${id}`)[0];
  for (const email of ["own.name@example.com", " OWN.Name@example.com ", "ｏwn.name@example.com"])
    expect(await nameOf(await send({ email })), email).toEqual({ email: "own.name@example.com" });
  for (const email of ["own.name+1@example.com", other.email, "own.name@example.co"])
    expect(await refusal(send({ email })), email).toMatchObject({ code: "PT400" });
  await signWith("new.name@example.com");
  expect(await refusal(send({ email: "own.name@example.com" }))).toMatchObject({ code: "PT400" });
  await owner`update auth.users set email = null where id = ${author.id}`;
  expect(await refusal(send({ email: "new.name@example.com" }))).toMatchObject({ code: "PT400" });
  expect(await stored({})).toMatchObject({ displayName: "Anonymous" });
});

test("accepts the same emails as the form", async () => {
  for (const email of ["a@b.co", "a.b+c@d-e.example", "आशा@उदाहरण.example", "a@b.c.d"]) {
    expect(isEmail(email), email).toBe(true);
    await send(await signWith(email));
  }
  for (const email of ["a", "a@b", "@b.co", "a@.", "a b@c.co", "a@b@c.co", "\u200d@b.co", "a<b@c.co", "a,b@c.co"]) {
    expect(isEmail(plainLine(email)), email).toBe(false);
    expect(await refusal(send({ email })), email).toMatchObject({ code: "PT400" });
  }
});

test("keeps a review that its author sends again", { tags: ["11.242"] }, async () => {
  const sentId = randomUUID();
  const id = await send({ id: sentId, review_text: "The first words." });
  expect(id).not.toBe(sentId);
  expect(await refusal(send({ id: sentId, review_text: "Other words." }))).toMatchObject({ code: "23505" });
  expect(await call(author, "my_review", { review_id: sentId })).toMatchObject({ id, comment: "The first words." });
  await hide(id);
  expect(await call(author, "my_review", { review_id: sentId })).toEqual({ id, hidden: true });
});

// Otherwise a conflict would reveal that a hidden review exists.
test("lets other authors send an id that is taken", { tags: ["11.242"] }, async () => {
  const sentId = randomUUID();
  const id = await send({ id: sentId, review_text: "Of the first author." });
  await hide(id);
  for (const taken of [sentId, id, randomUUID()]) {
    const others = await send({ id: taken, review_text: `Of another: ${taken}` }, other);
    expect([sentId, id]).not.toContain(others);
    expect(await call(other, "my_review", { review_id: taken })).toMatchObject({ id: others });
  }
});

test("makes one home with the right totals from twenty concurrent reviews", async () => {
  const spellings = ["Rush Hour Towers", " rush hour  TOWERS", "RUSH HOUR TOWERS", "Rush\tHour Towers"];
  await Promise.all(
    Array.from({ length: 20 }, (_, nth) => send({ property_name: spellings[nth % 4], rating: (nth % 5) + 1 })),
  );
  const homes = await owner`
    select review_count, rating_total from public.properties where lower(property_name) = 'rush hour towers'`;
  expect([...homes]).toEqual([{ review_count: 20, rating_total: 60 }]);
});
