import { randomUUID } from "node:crypto";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
} from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FUZZ_CASES } from "../../../../scripts/test-length.ts";
import { displayName } from "~/domain/display-name";
import { ALTERNATE_NAMES } from "~/domain/cities";
import { fold } from "~/domain/fold";
import { slug } from "~/domain/home";
import { matcher } from "~/domain/matches-query";
import { plainLine, plainText } from "~/domain/plain-text";
import { groupReviews } from "~/domain/group-reviews";
import type { Review } from "~/domain/review";
import { parseReviewQuery, type ReviewSort } from "~/domain/review-query";
import { hostileText } from "~/domain/test-hostile-text";
import {
  photoName,
  type Answer,
  call,
  insertReview,
  knownUser,
  newVisitor,
  owner,
  readReview,
  rpc,
} from "../client.ts";

// Whatever is sent, the answer is a success or a plain refusal, and what is stored is what the rules of the form say.

let newToPostgres = new Set<string>();

beforeAll(async () => {
  newToPostgres = await charactersNewToPostgres();
});

// Its last query may still hold a connection, which a stopping server logs.
afterAll(() => owner.end());

test("a review of any text is stored as the form would have cleaned it, or refused in plain words", async () => {
  const author = await knownUser("fuzz");
  let stored = 0;
  await assert(
    asyncProperty(textFields(), async (given) => {
      const id = randomUUID();
      // A place of its own: another review's spelling of the same property would come back otherwise.
      const review = { id, rating: 3, ...given, locality: `${id} ${given.locality}`.slice(0, 100) };
      const answer = await insertReview(author, review);
      expectAnswer(answer);
      if (answer.status !== 201) return;
      stored += 1;
      expect(await readReview(id)).toMatchObject({
        property_name: plainLine(given.property_name),
        locality: plainLine(review.locality),
        review_text: plainText(given.review_text),
        display_name: displayName(given.email),
      });
    }),
  );
  expect(stored).toBeGreaterThan(FUZZ_CASES / 3);
});

test("the database cleans any text, and makes addresses of it, as the site does", { tags: ["10.14"] }, async () => {
  await assert(
    asyncProperty(array(hostileText(), { minLength: 20, maxLength: 20 }), async (drawn) => {
      const texts = drawn.map((text) => withoutNew(text.toWellFormed().replaceAll("\u0000", "")));
      const rows = await owner`
        select private.clean_line(given) as line, private.clean_text(given) as text, private.display_name(given) as name,
          private.slug(private.clean_line(given)) as slug
        from unnest(${texts}::text[]) with ordinality as t (given, place) order by place`;
      expect([...rows]).toEqual(
        texts.map((text) => ({
          ...{ line: plainLine(text), text: plainText(text), name: displayName(text) },
          slug: slug(plainLine(text)),
        })),
      );
    }),
    // PostgreSQL composes these two to the first one, JavaScript does not.
    { examples: [[["\uac1c\u11a7"]]] },
  );
});

test("a body of any shape never breaks the database", async () => {
  const author = await knownUser("fuzz");
  const value = oneof(
    { weight: 3, arbitrary: jsonValue() },
    hostileText(),
    constantFrom(1e308, -1, 0.5, 2 ** 53, true, null, [], {}, "x".repeat(10_000), "😀".repeat(10_000), "9".repeat(400)),
  );
  const columns = constantFrom(
    ..."id property_id property_name locality city property_type rating review_text email user_id display_name".split(
      " ",
    ),
    ..."move_in_date duration would_recommend move_out_intent verified reported proof_urls reported_issues".split(" "),
    ..."how_issues_reported issue_resolution_status management_response_time created_at hidden_at".split(" "),
    "__proto__",
    "constructor",
  );
  const spoilt = array(tuple(columns, value), { minLength: 1, maxLength: 3 });
  const junk = oneof(
    constantFrom("", "null", "[]", "[[]]", "{}", "1e999", '"', "{", "\u0000", "[{},{}]", '{"rating":1e400}'),
    constantFrom("[", '{"a":', '{"reported_issues":[').map((opening) => opening.repeat(20_000)),
    integer({ min: 100, max: 20_000 }).map((depth) => withIssues(`${"[".repeat(depth)}${"]".repeat(depth)}`)),
    integer({ min: 100, max: 5000 }).map((depth) =>
      withIssues(`${'{"description":'.repeat(depth)}1${"}".repeat(depth)}`),
    ),
    hostileText(),
    jsonValue().map((json) => JSON.stringify(json)),
  );
  await assert(
    asyncProperty(oneof({ weight: 4, arbitrary: spoilt.map(spoiltReview) }, junk), async (body) => {
      expectAnswer(await insertReview(author, body));
    }),
  );
});

test("no argument of a function breaks it", async () => {
  const author = await knownUser("fuzz");
  const argument = oneof(hostileText(), jsonValue(), constantFrom(-1, 1e9, 2 ** 40, 1e308, "x".repeat(10_000)));
  const cursor = oneof(
    hostileText(),
    array(oneof(hostileText(20), constantFrom("infinity", "-infinity", "294277-01-01", "99999999999", "NaN", null)), {
      maxLength: 4,
    }).map(asCursor),
    jsonValue().map(asCursor),
    constant(Buffer.from("[".repeat(30_000)).toString("base64url")),
  );
  const args = record(
    {
      search: argument,
      city: argument,
      sort: oneof(constantFrom("recent", "rating", "verified", "highest", "lowest"), argument),
      after: cursor,
      page_size: argument,
      reviews_per_group: argument,
      ...{ at_most: argument, short_id: argument, stars: argument, with_photos: argument },
      ...{ locality: argument, prefix: argument, term: argument },
      property_id: oneof(constantFrom(randomUUID()), argument),
      review_id: oneof(constantFrom(randomUUID()), argument),
    },
    { requiredKeys: [] },
  );
  const functions: Record<string, string[]> = {
    browse_properties: ["search", "city", "sort", "after", "page_size", "reviews_per_group"],
    property_reviews: ["property_id", "search", "city", "sort", "after", "page_size"],
    review_in_context: ["review_id", "reviews_per_group"],
    review_cities: [],
    top_reviewers: [],
    my_review: ["review_id"],
    check_review_limits: ["review_id", "city"],
    recent_reviews: ["at_most"],
    home: ["short_id"],
    home_reviews: ["property_id", "sort", "stars", "with_photos", "after", "page_size"],
    homes_of_city: ["city", "after"],
    homes_of_locality: ["city", "locality", "after"],
    home_cities: [],
    home_addresses: ["prefix"],
    suggest_homes: ["term", "city"],
  };
  await assert(
    asyncProperty(constantFrom(...Object.keys(functions)), args, async (name, all) => {
      const own = Object.entries(all).filter(([key]) => functions[name]?.includes(key));
      expectAnswer(await rpc(author, name, Object.fromEntries(own)));
    }),
  );
});

test("no text breaks the list at its cursors and searches", async () => {
  const text = oneof(hostileText(150), constantFrom("%".repeat(5000), "\\", "_", "((((", "a".repeat(9000)));
  await assert(
    asyncProperty(text, text, async (search, city) => {
      const answer = await rpc(newVisitor(), "browse_properties", { search, city });
      expectAnswer(answer);
    }),
  );
});

test("no report and no entry of the waitlist breaks the database", async () => {
  const value = oneof(
    hostileText(),
    jsonValue(),
    constantFrom(7, 1e308, "x".repeat(10_000), randomUUID(), "spam", "f".repeat(32)),
  );
  const body = dictionary(
    constantFrom("review_id", "reason", "reporter_email", "reporter_fingerprint", "name", "email", "id", "created_at"),
    value,
    { maxKeys: 5 },
  );
  await assert(
    asyncProperty(
      constantFrom("review_reports", "referral_waitlist"),
      oneof(body, jsonValue()),
      async (table, sent) => {
        expectAnswer(await call(newVisitor(), "POST", `/rest/v1/${table}`, { body: JSON.stringify(sent) }));
      },
    ),
  );
});

test("search, city, sort, groups and pages are those of a naive model", async () => {
  await assert(
    asyncProperty(array(stay(), { maxLength: 10 }), query(), pageSizes(), async (stays, asked, sizes) => {
      await keepOnly(stays);
      const reviews = await storedReviews();
      const expected = naiveList(reviews, asked);
      expect(await listed(asked, sizes)).toEqual(
        expected.map((group) => ({ ...group, ids: group.ids.slice(0, sizes.reviews) })),
      );
      for (const { propertyId, ids } of expected) expect(await reviewsOf(propertyId, asked, sizes.page)).toEqual(ids);
      // The site without a database has the same rules.
      const inBrowser = groupReviews(reviews, asked.sort, matcher(asked));
      expect(inBrowser.map(({ propertyId, reviews: shown }) => [propertyId, shown.map(({ id }) => id)])).toEqual(
        expected.map(({ propertyId, ids }) => [propertyId, ids]),
      );
    }),
  );
});

/** Characters that Node's Unicode has and PostgreSQL's has not: only the newer one knows how they are ordered. */
async function charactersNewToPostgres(): Promise<Set<string>> {
  const isCharacter = /[^\p{Unassigned}\p{Surrogate}\0]/u;
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    isCharacter.test(character),
  );
  const rows = await owner<{ character: string }[]>`
    select character from unnest(${characters}::text[]) character where not unicode_assigned(character)`;
  return new Set(rows.map(({ character }) => character));
}

function withoutNew(text: string): string {
  return [...text].filter((character) => !newToPostgres.has(character)).join("");
}

/** Neither a fault of the server nor words of the database's own. */
function expectAnswer(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.text).not.toMatch(/violates check|PL\/pgSQL|stack depth|at Object\.|node_modules/);
  expect(answer.body?.message ?? answer.body?.msg, answer.text.slice(0, 500)).toMatch(/\S/);
}

interface TextFields {
  property_name: string;
  locality: string;
  city: string;
  review_text: string;
  email: string | null;
}

/** What visitors type. NUL and halves of surrogate pairs, which the form takes out, are refused. */
function textFields(): Arbitrary<TextFields> {
  const long = constantFrom("अ".repeat(120), "😀".repeat(121), "x".repeat(10_000), "e\u0301".repeat(5000));
  const whole = hostileText().map((text) => text.toWellFormed().replaceAll("\u0000", ""));
  const typed = oneof({ weight: 18, arbitrary: whole }, hostileText(), long).map(withoutNew);
  const name = hostileText(20).map((text) => withoutNew(text).replace(/[\s@\p{Cc}]/gu, ""));
  return record({
    property_name: typed.map((text) => `${text}h`),
    locality: typed,
    city: typed.map((text) => `c${text}`),
    review_text: typed.map((text) => `${text}.`),
    email: oneof(
      constant(null),
      name.map((text) => `a${text}@mail.example`),
    ),
  });
}

function spoiltReview(columns: [string, unknown][]): string {
  const good = Object.entries({
    id: randomUUID(),
    property_name: "A",
    locality: "B",
    city: "C",
    rating: 3,
    review_text: "D",
  });
  // Written by hand: a key may come twice.
  const pairs = [...good, ...columns].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${pairs.join(",")}}`;
}

function withIssues(issues: string): string {
  return `{"property_name":"A","locality":"B","city":"C","rating":3,"review_text":"D","reported_issues":[${issues}]}`;
}

function asCursor(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

interface Stay {
  name: string;
  locality: string;
  city: string;
  rating: number;
  text: string;
  day: number;
  isVerified: boolean;
}
type Asked = { search: string; city: string; sort: ReviewSort };
type Sizes = { page: number; reviews: number };

// Few words, so that names meet: in case, in accents, in joiners, beyond U+FFFF, as city under two names.
const NAMES = [
  "Lake",
  "LAKE",
  "lake ",
  "Lake\u200d",
  "Cafe\u0301",
  "CAFÉ",
  "क्‍षमा",
  "क्षमा",
  "🏠",
  "ﬀ",
  "a_b",
  "100%",
  "ΟΔΟΣ",
  "Ab\\",
  "12-B",
  "12B",
  "M.G. Road",
  "MG Road",
];
const CITIES = ["Pune", "PUNE", "Poona", "Bangalore", "Bengaluru", "bengaluru", "Mysuru", "Z"];
const TEXTS = [
  "Damp lake.",
  "A house in Bangalore",
  "poona",
  "100% _ \\ fine",
  "क्षमा",
  "🏠 🏠",
  "É",
  "ς",
  "line\nbreak",
  "x",
];
const SEARCHES = [
  ...NAMES,
  ...TEXTS,
  ...CITIES,
  "",
  "a",
  "%",
  "_",
  "e b",
  "mysore",
  "flat bangalore",
  "BANGALORE ",
  "İ",
  "no",
  "lake pune",
  "Damp, east poona",
  "cafe; bangalore",
  "क्षमा 🏠",
  "a e i o u l k p n m d b t",
  "बेंगलुरु house",
  "12 b",
  "m g road",
  "e-b",
  "x1,2",
];

function stay(): Arbitrary<Stay> {
  return record({
    name: constantFrom(...NAMES),
    locality: constantFrom("East", "EAST", "West"),
    city: constantFrom(...CITIES),
    rating: integer({ min: 1, max: 5 }),
    text: oneof(
      constantFrom(...TEXTS),
      string({ unit: "grapheme", maxLength: 5 }).map((text) => plainText(`${text}.`)),
    ),
    // Few, so that several reviews are of the same day.
    day: integer({ min: 1, max: 5 }),
    isVerified: boolean(),
  });
}

function query(): Arbitrary<Asked> {
  return record({
    q: oneof(constantFrom(...SEARCHES), string({ unit: "grapheme", maxLength: 2 })),
    city: oneof({ weight: 2, arbitrary: constant("") }, constantFrom(...CITIES, "Nowhere", "mysore")),
    sort: constantFrom("recent", "rating", "verified"),
  }).map((params) => parseReviewQuery(new URLSearchParams(params)));
}

function pageSizes(): Arbitrary<Sizes> {
  return record({ page: integer({ min: 1, max: 4 }), reviews: integer({ min: 1, max: 3 }) });
}

/** Empties the lists and fills them with these stays, as an operator loads samples. */
async function keepOnly(stays: Stay[]): Promise<void> {
  const rows = stays.map(({ name, locality, city, rating, text, day, isVerified }) => ({
    property_name: name,
    locality,
    city,
    rating,
    review_text: text,
    verified: isVerified,
    proof_urls: isVerified ? [`/storage/v1/object/public/review-proofs/${photoName("png")}`] : null,
    created_at: new Date(Date.UTC(2026, 0, day)),
  }));
  await owner.begin(async (sql) => {
    await sql`delete from public.reviews`;
    await sql`delete from private.merged_properties`;
    await sql`delete from public.properties`;
    if (rows.length > 0) await sql`insert into public.reviews ${sql(rows)}`;
  });
}

/** The newest first. */
async function storedReviews(): Promise<Review[]> {
  const rows = await owner`select * from public.reviews order by created_on desc, insert_order desc`;
  return rows.map(
    (row) =>
      ({
        id: row.id,
        propertyId: row.property_id,
        propertyName: row.property_name,
        locality: row.locality,
        city: row.city,
        rating: row.rating,
        comment: row.review_text,
        verified: row.verified,
      }) as Partial<Review> as Review,
  );
}

/** A naive model of the list: read every review, sort, group. */
function naiveList(reviews: Review[], { search, city, sort }: Asked) {
  const words = wordsOf(search);
  const matching = reviews.filter(
    (review) =>
      (sort !== "verified" || review.verified) &&
      (city === "" || fold(review.city) === fold(currentName(city))) &&
      words.every((word) =>
        [`${review.propertyName}\n${review.locality}\n${review.city}`, review.comment].some((field) =>
          [field, ...otherNamesIn(field)].some((text) => ` ${fold(text)} `.includes(word)),
        ),
      ),
  );
  if (sort === "rating") matching.sort((a, b) => b.rating - a.rating);
  const groups = [...Map.groupBy(matching, ({ propertyId }) => propertyId)].map(([propertyId, group]) => {
    const all = reviews.filter((review) => review.propertyId === propertyId);
    return {
      propertyId,
      count: all.length,
      total: all.reduce((total, { rating }) => total + rating, 0),
      matching: group.length,
      ids: group.map(({ id }) => id),
      place: [group[0]?.propertyName, group[0]?.locality, group[0]?.city].map((part) => fold(part ?? "")),
    };
  });
  // Bytes of UTF-8 have the order of code points.
  groups.sort((a, b) => Buffer.compare(Buffer.from(a.place.join("\u0000")), Buffer.from(b.place.join("\u0000"))));
  return groups.map(({ propertyId, count, total, matching: found, ids }) => ({
    propertyId,
    count,
    total,
    matching: found,
    ids,
  }));
}

/** At most ten, none of them part of another. */
function wordsOf(search: string): string[] {
  const written = search
    .split(/[ ;]|(?<![0-9]),|,(?![0-9])/)
    .map(fold)
    .filter(Boolean);
  const joined: string[] = [];
  let isAfterLetter = false;
  for (const word of written) {
    const isLetter = /^[^0-9]$/u.test(word);
    joined.push(isLetter && isAfterLetter ? `${joined.pop()}${word}` : word);
    isAfterLetter = isLetter;
  }
  const all = new Set(joined.map(phrase));
  return [...all].filter((word) => ![...all].some((other) => other !== word && other.includes(word))).slice(0, 10);
}

/** A number or a single letter at the edge of several words is a whole word. */
function phrase(words: string): string {
  const parts = words.split(" ");
  if (parts.length === 1) return words;
  const [before, after] = [parts[0], parts.at(-1)].map((part) => (/^([0-9]+|.)$/u.test(part ?? "") ? " " : ""));
  return before + words + after;
}

function currentName(city: string): string {
  const [, current] = Object.entries(ALTERNATE_NAMES).find(([name]) => fold(name) === fold(city)) ?? [];
  return current ?? city;
}

function otherNamesIn(text: string): string[] {
  const cities = Object.values(ALTERNATE_NAMES).filter((city) => namesOf(city).some((name) => isNamedIn(text, name)));
  return cities.flatMap(namesOf);
}

function namesOf(city: string): string[] {
  return [city, ...Object.keys(ALTERNATE_NAMES).filter((name) => ALTERNATE_NAMES[name] === city)];
}

function isNamedIn(text: string, name: string): boolean {
  return ` ${fold(text)} `.includes(` ${fold(name)} `);
}

async function listed({ search, city, sort }: Asked, sizes: Sizes) {
  const groups: { propertyId: string; count: number; total: number; matching: number; ids: string[] }[] = [];
  let after: string | null = null;
  do {
    const args = { search, city, sort, after, page_size: sizes.page, reviews_per_group: sizes.reviews };
    const answer: Answer = await rpc(newVisitor(), "browse_properties", args);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.groups.length).toBeLessThanOrEqual(sizes.page);
    for (const { property_id, count, rating_total, matching_count, reviews } of answer.body.groups) {
      const ids = reviews.map(({ id }: { id: string }) => id);
      groups.push({ propertyId: property_id, count, total: rating_total, matching: matching_count, ids });
    }
    after = answer.body.next;
  } while (after !== null);
  return groups;
}

/** All pages of one property's matching reviews. */
async function reviewsOf(propertyId: string, asked: Asked, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const args = { property_id: propertyId, ...asked, after, page_size: pageSize };
    const answer: Answer = await rpc(newVisitor(), "property_reviews", args);
    expect(answer.status, answer.text).toBe(200);
    ids.push(...(answer.body.group?.reviews ?? []).map(({ id }: { id: string }) => id));
    after = answer.body.next;
  } while (after !== null);
  return ids;
}
