import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  string,
  type Arbitrary,
} from "fast-check";
import { expect, test } from "vitest";
import { ALTERNATE_NAMES } from "~/domain/cities";
import { fold } from "~/domain/fold";
import { groupReviews } from "~/domain/group-reviews";
import { matcher } from "~/domain/matches-query";
import { plainText } from "~/domain/plain-text";
import type { Review } from "~/domain/review";
import { parseReviewQuery, type ReviewSort } from "~/domain/review-query";
import { call, owner, photoName } from "./one-database.ts";

test(
  "search, city, sort, groups and pages are those of a naive model",
  { tags: ["2.61", "3.23", "5.40", "5.41", "5.42", "5.43", "5.44"] },
  async () => {
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
    proof_urls: isVerified ? [`/storage/v1/object/public/review-proofs/${photoName()}`] : null,
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

interface Group {
  property_id: string;
  count: number;
  rating_total: number;
  matching_count: number;
  reviews: { id: string }[];
}

async function listed(asked: Asked, sizes: Sizes) {
  const groups: { propertyId: string; count: number; total: number; matching: number; ids: string[] }[] = [];
  let after: string | null = null;
  do {
    const args = { ...asked, after, page_size: sizes.page, reviews_per_group: sizes.reviews };
    const page = (await call("anon", "browse_properties", args)) as { groups: Group[]; next: string | null };
    expect(page.groups.length).toBeLessThanOrEqual(sizes.page);
    for (const { property_id, count, rating_total, matching_count, reviews } of page.groups) {
      const ids = reviews.map(({ id }) => id);
      groups.push({ propertyId: property_id, count, total: rating_total, matching: matching_count, ids });
    }
    after = page.next;
  } while (after !== null);
  return groups;
}

/** All pages of one property's matching reviews. */
async function reviewsOf(propertyId: string, asked: Asked, page_size: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const args = { property_id: propertyId, ...asked, after, page_size };
    const page = (await call("anon", "property_reviews", args)) as {
      group: Group | null;
      next: string | null;
    };
    ids.push(...(page.group?.reviews ?? []).map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids;
}
