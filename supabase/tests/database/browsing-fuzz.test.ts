import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  string,
  tuple,
} from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fold } from "~/domain/fold";
import { groupReviews, spelledAsMost } from "~/domain/group-reviews";
import { matcher } from "~/domain/matches-query";
import { plainText } from "~/domain/plain-text";
import { askedAnswers, readAnswers } from "~/domain/given-answers";
import { type Answers, question, QUESTION_KEYS } from "~/domain/questions";
import { relaxSearch } from "~/domain/relax-search";
import type { Review } from "~/domain/review";
import { parseReviewQuery, type ReviewQuery } from "~/domain/review-query";
import type { RelaxedSearch, UnderstoodPart } from "~/domain/search";
import { typedWords, understoodParts } from "~/domain/understand-search";
import { call, owner, type Page, pagesOf, photoPath } from "./test-database.ts";

// No word is replaced here, and no locality is listed: relaxed-search.test.ts and tenant-searches.test.ts prove these.
beforeAll(async () => {
  await owner`delete from private.localities`;
  await owner`
    create or replace function private.nearest_words(typed text, is_beginning boolean) returns text[]
    language sql return '{}'::text[]`;
});

test(
  "returns the same search results, groups and pages as the browser mode",
  { tags: ["2.60", "3.23", "4.1", "5.40", "5.43", "10.230"] },
  async () => {
    await assert(
      asyncProperty(array(stay(), { maxLength: 10 }), query(), pageSizes(), async (stays, asked, sizes) => {
        await keepOnly(stays);
        const reviews = await storedReviews();
        const relaxed = reviews.some(matcher(asked, reviews)) ? null : relaxSearch(asked, reviews);
        const searched = { ...asked, ...(relaxed && { search: relaxed.search }) };
        const expected = groupReviews(spelledAsMost(reviews), asked.sort, matcher(searched, reviews)).map((group) => ({
          propertyId: group.propertyId,
          names: [group.propertyName, group.locality, group.city],
          count: group.count,
          total: group.totalRating,
          matching: group.matchingCount,
          ids: group.reviews.map(({ id }) => id),
        }));
        const answer = await listed(asked, sizes);
        expect(answer.relaxed).toEqual(relaxed);
        const understood = typedWords(asked.search).length > 0 && understoodParts(searched.search, asked.city, reviews);
        expect(comparable(answer.understood)).toEqual(comparable(understood || undefined));
        expect(answer.groups).toEqual(expected.map((group) => ({ ...group, ids: group.ids.slice(0, sizes.reviews) })));
        for (const { propertyId, ids } of expected)
          expect(await reviewsOf(propertyId, searched, sizes.page)).toEqual(ids);
      }),
    );
  },
);

interface Stay {
  name: string;
  locality: string;
  city: string;
  rating: number;
  text: string;
  day: number;
  isVerified: boolean;
  answers: Answers;
}
type Sizes = { page: number; reviews: number };

// Few words, so that names collide. They differ in case, accents and joiners, contain characters beyond U+FFFF, name one city in
// two ways, or have a meaning. No listed locality is among them: the browser mode does not know these.
const NAMES = [
  ...["Lake", "LAKE", "lake ", "Lake\u200d", "Cafe\u0301", "CAFÉ", "क्‍षमा", "क्षमा", "🏠", "ﬀ", "a_b", "100%"],
  ...["ΟΔΟΣ", "Ab\\", "12-B", "12B", "M.G. Road", "MG Road", "Lake Gents PG", "Ladies PG", "Lake 2 BHK Flats"],
];
const LOCALITIES = ["East", "EAST", "West", "East Ward 5", "Quill Layout", "Zim Nagar"];
const CITIES = ["Pune", "PUNE", "Poona", "Bangalore", "Bengaluru", "bengaluru", "Mysuru", "Z"];
const TEXTS = [
  ...["Damp lake.", "A house in Bangalore", "poona", "100% _ \\ fine", "क्षमा", "🏠 🏠", "É", "ς", "line\nbreak", "x"],
  ...["2 BHK, two bhk near the lake.", "A 3bhk, or 2 bedroom.", "A PG for girls.", "Boys only, hostel for boys."],
  ...["Studio.", "No water, tanker.", "Safe, no power cut.", "पानी नहीं", "The owner kept my advance."],
];
const SEARCHES = [
  ...[...NAMES, ...TEXTS, ...CITIES, ...LOCALITIES, "", "a", "%", "_", "e b", "mysore", "BANGALORE ", "İ", "no"],
  ...["lake pune", "Damp, east poona", "cafe; bangalore", "क्षमा 🏠", "a e i o u l k p n m d b t", "बेंगलुरु house", "बेंगलुरु"],
  ...["12 b", "m g road", "e-b", "x1,2", "lake sector 2", "5th block lake", "near cafe xyz", "a xyz b"],
  ...["12-B 3 pune damp", "ladies pg bangalore", "lake-m g-road", "east east ward 5", "flat bangalore"],
  "ladies hostel with food under 12k in mysore",
];
/** Parts of searches, beside names. */
const PARTS = [
  ...["eastward5", "quilllayout", "quill", "zimnagar", "zim", "east-ward-6", "blr", "zim ngr", "quill-lyt", "hyd"],
  ...["pg", "flats", "villa", "paying guest", "2bhk", "2 bhk", "3-bhk", "studio", "ladies", "girls pg", "gents"],
  ...["unisex", "pets allowed", "no broker", "veg", "with food", "double sharing", "attached bathroom", "no curfew"],
  ...["pani", "pani ki problem", "makan malik", "deposit wapas nahi", "power cut", "पानी", "ಮಾಲೀಕ", "kiraya", "malik"],
  ...["near", "the", "rd", "road", "hai", "ke paas", "lake-road", "gated-community", "soc", "recidency", "5th", "7"],
  ...["under 20k", "10-15k", "₹12,000", "rent 8000", "5k to 9 thousand", "9 k 12 k", "below", "15", "1 lakh"],
  ...["max 20", "15250", "b", "c", "damp", "xyz", "water", "rent", "fine"],
];

/** The questions that searches ask; those of a PG only if they are asked. */
const ASKED = QUESTION_KEYS.filter((key) => ["property_type", "rent", "size", "for", "food", "pets"].includes(key));

function stay() {
  return record({
    name: constantFrom(...NAMES),
    locality: constantFrom(...LOCALITIES),
    city: constantFrom(...CITIES),
    rating: integer({ min: 1, max: 5 }),
    text: oneof(
      constantFrom(...TEXTS),
      string({ unit: "grapheme", maxLength: 5 }).map((text) => plainText(`${text}.`)),
    ),
    // Few days, so several reviews share one.
    day: integer({ min: 1, max: 5 }),
    isVerified: boolean(),
    answers: tuple(...ASKED.map((key) => option(constantFrom(...Object.keys(question(key).answers))))).map((answers) =>
      askedAnswers(readAnswers(Object.fromEntries(answers.map((answer, nth) => [ASKED[nth], answer])))),
    ),
  });
}

function query() {
  const part = oneof(constantFrom(...PARTS), constantFrom(...NAMES, ...LOCALITIES, ...CITIES));
  const parts = array(part, { minLength: 1, maxLength: 5 });
  return record({
    q: oneof(constantFrom(...SEARCHES), string({ unit: "grapheme", maxLength: 2 }), {
      weight: 4,
      arbitrary: tuple(parts, constantFrom(" ", " ", "-", ", ")).map(([all, between]) => all.join(between)),
    }),
    city: oneof({ weight: 2, arbitrary: constant("") }, constantFrom(...CITIES, "Nowhere", "mysore")),
    sort: constantFrom("recent", "rating", "verified"),
  }).map((params) => parseReviewQuery(new URLSearchParams(params)));
}

function pageSizes() {
  return record({ page: integer({ min: 1, max: 4 }), reviews: integer({ min: 1, max: 3 }) });
}

/** Replaces all reviews with these, as an operator loads samples. */
async function keepOnly(stays: Stay[]): Promise<void> {
  const rows = stays.map(({ name, locality, city, rating, text, day, isVerified, answers }) => ({
    property_name: name,
    locality,
    city,
    rating,
    review_text: text,
    property_type: answers.property_type ?? null,
    answers: { ...answers, property_type: undefined },
    verified: isVerified,
    proof_urls: isVerified ? [photoPath()] : null,
    created_at: new Date(Date.UTC(2026, 0, day)),
  }));
  await owner.begin(async (sql) => {
    await sql`delete from public.reviews`;
    await sql`delete from private.merged_properties`;
    await sql`delete from public.properties`;
    await sql`delete from private.known_words`;
    if (rows.length > 0) await sql`insert into public.reviews ${sql(rows)}`;
  });
}

/** Returns all stored reviews, newest first. */
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
        answers: readAnswers({ ...row.answers, property_type: row.property_type }),
      }) as Partial<Review> as Review,
  );
}

/** Returns all pages; those of the relaxed search if the first page has one. */
async function listed(asked: ReviewQuery, sizes: Sizes) {
  const args = { ...asked, page_size: sizes.page, reviews_per_group: sizes.reviews };
  const first = (await call("anon", "browse_properties", args)) as Page & {
    relaxed?: RelaxedSearch;
    understood?: UnderstoodPart[];
  };
  const search = first.relaxed?.search ?? asked.search;
  const pages = [first];
  while (pages.at(-1)?.next) {
    const after = pages.at(-1)?.next;
    pages.push((await call("anon", "browse_properties", { ...args, search, after })) as Page);
  }
  for (const { groups } of pages) expect(groups.length).toBeLessThanOrEqual(sizes.page);
  const found = pages
    .flatMap(({ groups }) => groups)
    .map(({ propertyId, propertyName, locality, city, count, totalRating, matchingCount, reviews }) => ({
      propertyId,
      names: [propertyName, locality, city],
      count,
      total: totalRating,
      matching: matchingCount,
      ids: reviews.map(({ id }) => id),
    }));
  return { relaxed: first.relaxed ?? null, understood: first.understood, groups: found };
}

/** Folds localities: homes can spell one in several ways, and any of them may be returned. */
function comparable(parts: UnderstoodPart[] | undefined) {
  return parts?.map((part) => (part.meaning === "place" ? { ...part, value: fold(part.value) } : part));
}

async function reviewsOf(property_id: string, asked: ReviewQuery, page_size: number): Promise<string[]> {
  const pages = await pagesOf("property_reviews", { property_id, ...asked, page_size });
  return pages.flatMap(({ group }) => group?.reviews ?? []).map(({ id }) => id);
}
