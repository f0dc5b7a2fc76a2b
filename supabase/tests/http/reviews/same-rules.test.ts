import { expect, test } from "vitest";
import { hostedDatabase } from "~/data/hosted-database";
import { browseProperties, reviewInContext } from "~/data/reviews";
import { reviewFields, rowToInsert } from "~/data/review-row";
import { isEmail, MIN_PASSWORD_LENGTH } from "~/domain/account";
import { displayName } from "~/domain/display-name";
import {
  DURATIONS,
  HOW_ISSUES_REPORTED,
  ISSUE_RESOLUTION_STATUSES,
  MANAGEMENT_RESPONSE_TIMES,
  PROPERTY_TYPES,
  SEVERITIES,
} from "~/domain/enumerations";
import { matcher } from "~/domain/matches-query";
import { plainLine } from "~/domain/plain-text";
import { MAX_PHOTOS, photoObjectName } from "~/domain/photo";
import { groupReviews } from "~/domain/group-reviews";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP, type PropertyGroup } from "~/domain/property-group";
import { MAX_REPORTER_EMAIL_LENGTH, REPORT_REASONS } from "~/domain/report";
import type { Review } from "~/domain/review";
import { EARLIEST_MOVE_IN_DATE, MAX_ISSUES, MAX_LENGTHS } from "~/domain/review-fields";
import { REVIEW_SORTS, type ReviewQuery } from "~/domain/review-query";
import { emptySubmission, toReviewSubmission } from "~/domain/submission";
import {
  call,
  emailOf,
  expectRefusal,
  insertReview,
  knownUser,
  newVisitor,
  owner,
  picture,
  plainReview,
  publishReview,
  readReview,
  reportReview,
  rpc,
  server,
  uploadedPhoto,
  uploadPhoto,
} from "../client.ts";

// The form, the pages and the database each know the rules. Here they are held against one another.

test(
  "whatever the form offers, the database takes and keeps as it is",
  { tags: ["3.12", "3.13", "3.14", "3.15", "3.16", "3.17"] },
  async () => {
    const author = await knownUser("author");
    const lists: [string, readonly string[]][] = [
      ["property_type", Object.keys(PROPERTY_TYPES)],
      ["duration", Object.keys(DURATIONS)],
      ["how_issues_reported", Object.keys(HOW_ISSUES_REPORTED)],
      ["issue_resolution_status", Object.keys(ISSUE_RESOLUTION_STATUSES)],
      ["management_response_time", Object.keys(MANAGEMENT_RESPONSE_TIMES)],
    ];
    for (const [column, keys] of lists) {
      expect(keys.length).toBeGreaterThan(3);
      for (const key of keys) {
        const id = await publishReview(author, { [column]: key });
        expect((await readReview(id))?.[column]).toBe(key);
      }
    }
    const issues = Object.keys(SEVERITIES).map((severity) => ({ id: severity, description: "Leak", severity }));
    const id = await publishReview(author, { reported_issues: issues });
    expect((await readReview(id))?.reported_issues).toEqual(issues);
  },
);

test("a form filled in to the last field arrives in the database as it was meant", async () => {
  const author = await knownUser("author");
  const photo = await uploadedPhoto(author);
  const form = {
    ...emptySubmission({ email: author.email, issueId: "first" }),
    propertyName: " Cedar  Court ",
    locality: "Kothrud",
    city: "poona",
    otherCity: "Poona",
    propertyType: "Villa",
    moveInDate: "2024-05-01",
    duration: "1–2 years",
    rating: 4,
    comment: "Airy.\r\nSafe at night. ",
    wouldRecommend: true,
    moveOutIntent: false,
    issues: [
      { id: "first", description: "Nil", severity: "" },
      { id: "second", description: " ", severity: "Major" },
    ],
    howIssuesReported: "na",
    issueResolutionStatus: "na",
    managementResponseTime: "not_sure",
  } as const;
  const id = "5d0f3f5a-6a53-4b0e-9a0d-3c1b7f2f9e10";
  const submission = toReviewSubmission({ ...form, issues: [...form.issues] }, { id, proofUrls: [photo] });
  const answer = await insertReview(author, rowToInsert(submission));
  expect(answer.status, answer.text).toBe(201);
  // Every field that is sent is stored and shown, but for the e-mail. A field that is new to the form fails here until the
  // database and the server know it.
  const { email: _, ...shown } = submission;
  const row = await readReview(id);
  expect(reviewFields(row ?? {})).toMatchObject({ ...shown, displayName: displayName(author.email), verified: true });
});

test("the longest texts that the form lets through are stored, one character more is refused", async () => {
  const author = await knownUser("author");
  const columns = {
    property_name: MAX_LENGTHS.propertyName,
    locality: MAX_LENGTHS.locality,
    city: MAX_LENGTHS.city,
    review_text: MAX_LENGTHS.comment,
  };
  for (const [column, length] of Object.entries(columns)) {
    for (const character of ["अ", "𑄌"]) {
      const id = await publishReview(author, { [column]: character.repeat(length) });
      expect((await readReview(id))?.[column]).toBe(character.repeat(length));
      await expectRefusal(() => insertReview(author, plainReview({ [column]: character.repeat(length + 1) })));
    }
  }
  const described = (length: number) => ({ reported_issues: [{ id: "1", description: "x".repeat(length) }] });
  await publishReview(author, described(MAX_LENGTHS.issueDescription));
  await expectRefusal(() => insertReview(author, plainReview(described(MAX_LENGTHS.issueDescription + 1))));
  const all = Array.from({ length: 5 }, (_, nth) => ({ id: `i${nth}`, description: "ज".repeat(1000) }));
  await publishReview(author, { reported_issues: all });
  const more = plainReview({ reported_issues: [...all, { id: "i5", description: "x" }] });
  const refusal = await expectRefusal(() => insertReview(author, more));
  expect(refusal.body.message).toBe("Shorten the descriptions of the issues to 5000 characters in all.");

  const addressed = (length: number) => ({ email: `${"e".repeat(length - "@b.example".length)}@b.example` });
  await publishReview(author, addressed(MAX_LENGTHS.email));
  await expectRefusal(() => insertReview(author, plainReview(addressed(MAX_LENGTHS.email + 1))));
});

test("numbers of issues and photos, and the earliest move-in date, are the form's", { tags: ["9.9"] }, async () => {
  const author = await knownUser("author");
  const issues = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `i${index}`, description: `Issue ${index}` }));
  const id = await publishReview(author, { reported_issues: issues(MAX_ISSUES) });
  expect((await readReview(id))?.reported_issues).toEqual(issues(MAX_ISSUES));
  await expectRefusal(() => insertReview(author, plainReview({ reported_issues: issues(MAX_ISSUES + 1) })));

  const photos: string[] = [];
  for (let count = 0; count <= MAX_PHOTOS; count += 1) photos.push(await uploadedPhoto(author));
  const withPhotos = await publishReview(author, { proof_urls: photos.slice(0, MAX_PHOTOS) });
  expect((await readReview(withPhotos))?.proof_urls).toEqual(photos.slice(0, MAX_PHOTOS));
  await expectRefusal(() => insertReview(author, plainReview({ proof_urls: photos })));

  await publishReview(author, { move_in_date: EARLIEST_MOVE_IN_DATE });
  const dayBefore = new Date(Date.parse(EARLIEST_MOVE_IN_DATE) - 1).toISOString().slice(0, "YYYY-MM-DD".length);
  await expectRefusal(() => insertReview(author, plainReview({ move_in_date: dayBefore })));
});

test("a review is shown under the name that the form showed", { tags: ["2.81"] }, async () => {
  const author = await knownUser("author");
  const emails = [
    "asha.r@mail.example",
    "  Asha.R@mail.example  ",
    "a+b_c-d'e@mail.example",
    "आशा@mail.example",
    "a\u0301sha@mail.example",
    "a\u200bb@mail.example",
    "a\u200db@mail.example",
    "\u202etxt@mail.example",
    "👩‍👧@mail.example",
    "",
    null,
  ];
  for (const email of emails) {
    const id = await publishReview(author, { email });
    expect((await readReview(id))?.display_name, JSON.stringify(email)).toBe(displayName(email));
  }
});

test("an e-mail address is valid for the database where it is for the form", async () => {
  const author = await knownUser("author");
  const valid = ["a@b.co", "a.b+c@d-e.example", "आशा@उदाहरण.example", "a@b.c.d"];
  const invalid = ["a", "a@b", "@b.co", "a@.", "a b@c.co", "a@b@c.co", "a@b .co", "\u200d@b.co", "\u202e@b.co"];
  const several = ["a<b@c.co", "a,b@c.co"];
  for (const email of valid) {
    expect(isEmail(email), email).toBe(true);
    await publishReview(author, { email });
  }
  for (const email of [...invalid, ...several]) {
    expect(isEmail(plainLine(email)), email).toBe(false);
    await expectRefusal(() => insertReview(author, plainReview({ email })));
  }
});

test(
  "every reason of the report dialog is taken, and the longest e-mail with it",
  { tags: ["3.18", "3.19", "3.20", "3.21"] },
  async () => {
    const author = await knownUser("author");
    const email = `${"r".repeat(MAX_REPORTER_EMAIL_LENGTH - "@b.example".length)}@b.example`;
    for (const reason of Object.keys(REPORT_REASONS)) {
      const report = { review_id: await publishReview(author), reason, reporter_fingerprint: "f".repeat(64) };
      const longer = { ...report, reporter_email: `r${email}` };
      await expectRefusal(() => reportReview(newVisitor(), longer));
      expect((await reportReview(newVisitor(), { ...report, reporter_email: email })).status).toBe(201);
    }
  },
);

test("photos are taken under the names that the product gives them", async () => {
  const author = await knownUser("author");
  const formats = { png: "png", PNG: "png", jpg: "jpeg", ".jpeg": "jpeg", GIF: "gif" } as const;
  for (const [index, [extension, format]] of Object.entries(formats).entries()) {
    const name = photoObjectName({ extension, now: new Date("2026-11-21T10:00:00Z"), random: `samerules${index}` });
    const bytes = await picture().toFormat(format).toBuffer();
    const answer = await uploadPhoto(author, name, bytes, { "content-type": `image/${format}` });
    expect(answer.status, `${name}: ${answer.text}`).toBe(200);
    expect((await call(newVisitor(), "GET", `/storage/v1/object/public/review-proofs/${name}`)).status).toBe(200);
  }
});

test(
  "a password of the form's shortest length is enough for the account service",
  { tags: ["5.34", "9.12"] },
  async () => {
    const body = (length: number) => ({ email: emailOf("shortest"), password: "p".repeat(length) });
    const tooShort = body(MIN_PASSWORD_LENGTH - 1);
    await expectRefusal(() => call(newVisitor(), "POST", "/auth/v1/signup", { body: tooShort }));
    const answer = await call(newVisitor(), "POST", "/auth/v1/signup", { body: body(MIN_PASSWORD_LENGTH) });
    expect(answer.status).toBe(200);
  },
);

test("the database pages as the pages do", async () => {
  const city = "Defaultpur";
  const author = await knownUser("author");
  for (let index = 0; index <= GROUPS_PER_PAGE; index += 1) {
    await publishReview(author, { city, property_name: `House ${String(index).padStart(2, "0")}` });
  }
  for (let index = 0; index < REVIEWS_PER_GROUP; index += 1) {
    await publishReview(author, { city, property_name: "House 00" });
  }
  const page = await rpc(newVisitor(), "browse_properties", { city });
  expect(page.body.groups.length).toBe(GROUPS_PER_PAGE);
  expect(page.body.groups[0].reviews.length).toBe(REVIEWS_PER_GROUP);
});

test(
  "browsing finds, filters, groups, counts and sorts as the rules of the product do",
  { tags: ["3.23"] },
  async () => {
    await furnishedTown();
    const all = await allReviews();
    expect(all.length).toBeGreaterThan(15);
    const searches = [
      "",
      "lake",
      "LAKE VIEW",
      "view samepur lake",
      "cafe coffee",
      "damp lake other",
      "%",
      "_",
      "100%",
      "विहार",
      "CAFÉ",
      "é",
      "damp",
      "'",
      "samepur",
      "no such text",
    ];
    for (const sort of Object.keys(REVIEW_SORTS) as ReviewQuery["sort"][]) {
      for (const city of ["", "Samepur", "sAMEPUR", "Other Samepur", "Nowhere"]) {
        for (const search of searches) {
          const query: ReviewQuery = { search, city, sort };
          const expected = groupReviews(all, sort, matcher(query));
          expect(await browsed(query), JSON.stringify(query)).toEqual(expected.map(outline));
        }
      }
    }
  },
);

test("a link to a review leads to the group that the rules of the product make", async () => {
  await furnishedTown();
  const all = await allReviews();
  const group = groupReviews(all, "recent").find(({ count }) => count > 2);
  const last = group?.reviews.at(-1);
  const found = await reviewInContext(database(), last?.id ?? "");
  expect(found?.reviews[0]?.id).toBe(last?.id);
  expect(found).toMatchObject({ propertyId: group?.propertyId, count: group?.count, totalRating: group?.totalRating });
});

let furnished: Promise<void> | undefined;
function furnishedTown(): Promise<void> {
  return (furnished ??= furnish());
}

/** Properties whose names, places and reviews differ in all the ways that searching and grouping must get right. */
async function furnish(): Promise<void> {
  const author = await knownUser("author");
  const proof = async () => ({ proof_urls: [await uploadedPhoto(author)] });
  const reviews = [
    { property_name: "Lake View", rating: 5, review_text: "Bright." },
    { property_name: "lake  view", rating: 2, review_text: "Damp walls, 100% deposit back.", ...(await proof()) },
    { property_name: "LAKE VIEW", rating: 4, review_text: "Owner's son is kind." },
    { property_name: "Lake View", locality: "West", rating: 3, review_text: "No lake, no view." },
    { property_name: "Lake View", city: "Other Samepur", rating: 1, review_text: "Far from the lake." },
    { property_name: "Café Residency", rating: 4, review_text: "Smells of coffee." },
    { property_name: "CAFE\u0301 RESIDENCY", rating: 5, review_text: "Still coffee.", ...(await proof()) },
    { property_name: "क्‍षमा विहार", rating: 3, review_text: "शांत इलाका" },
    { property_name: "क्षमा विहार", rating: 4, review_text: "पानी 24 घंटे" },
    { property_name: "snake_case House", rating: 1, review_text: "DAMP everywhere." },
    { property_name: "Zebra 100% House", rating: 5, review_text: "Striped.", ...(await proof()) },
    { property_name: "alpha", rating: 2, review_text: "Lower case comes first." },
    { property_name: "Beta", rating: 2, review_text: "Then this." },
  ];
  for (const review of reviews) await publishReview(author, { locality: "East", city: "Samepur", ...review });
  for (let rating = 1; rating <= 5; rating += 1) {
    for (const copy of [1, 2]) {
      await publishReview(author, { property_name: "Many", city: "Samepur", rating, review_text: `Stay ${copy}.` });
    }
  }
  // Verified, but its photo is gone: it is sorted among the reviews without one.
  const bare = { property_name: "Zzz Bare", city: "Samepur", review_text: "Once had a photo.", ...(await proof()) };
  const id = await publishReview(author, bare);
  await owner`delete from private.review_proofs where review_id = ${id}`;
}

/** Every visible review of this database, the newest first. */
async function allReviews(): Promise<Review[]> {
  const rows = await owner`
    select reviews.*,
      reviews.verified and exists (select from private.review_proofs where review_id = reviews.id) as verified
    from public.reviews where hidden_at is null order by created_on desc, insert_order desc`;
  return rows.map((row) => toReview(row as Record<string, never>));
}

function toReview(row: Record<string, never>): Review {
  return {
    id: row.id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    locality: row.locality,
    city: row.city,
    rating: row.rating,
    comment: row.review_text,
    verified: row.verified,
  } as Partial<Review> as Review;
}

function database() {
  return hostedDatabase({ url: server.apiUrl, publishableKey: server.publishableKey });
}

/** All pages of what the review list shows for a query. */
async function browsed(query: ReviewQuery) {
  const groups: PropertyGroup[] = [];
  let after: string | null = null;
  do {
    const page = await browseProperties(database(), query, after);
    groups.push(...page.groups);
    after = page.next;
  } while (after !== null);
  return groups.map(outline);
}

function outline({ propertyId, propertyName, locality, city, count, totalRating, reviews }: PropertyGroup) {
  const shown = reviews.slice(0, REVIEWS_PER_GROUP).map((review) => review.id);
  return { propertyId, propertyName, locality, city, count, totalRating, shown };
}
