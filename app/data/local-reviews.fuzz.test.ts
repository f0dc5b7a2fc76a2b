import "./test-window";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  jsonValue,
  oneof,
  property,
  record,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { dayInIndia, formatDay } from "~/domain/dates";
import { displayName } from "~/domain/display-name";
import { plainName } from "~/domain/plain-name";
import { plainText } from "~/domain/plain-text";
import { emptySubmission, toReviewSubmission } from "~/domain/submission";
import { hostileText } from "~/domain/test-hostile-text";
import {
  browseProperties,
  insertLocalReview,
  localAuthors,
  localReview,
  propertyPage,
  recentReviews,
  reviewCities,
  reviewInContext,
} from "./local-reviews";
import { rowToInsert } from "./review-row";

const KEY = "rentalReviews";
const ALL = { search: "", city: "", sort: "recent" } as const;
const NOW = new Date("2026-11-21T10:00:00Z");

test("reads any stored value and finds each review on every path", async () => {
  await assert(
    asyncProperty(stored(), hostileText(), async (content, cursor) => {
      localStorage.setItem(KEY, content);
      const reviews = recentReviews(1000);
      expect(localAuthors()).toHaveLength(reviews.length);
      for (const review of reviews) {
        expect(localReview(review.id)).toEqual(review);
        expect((await reviewInContext(review.id))?.reviews[0]).toEqual(review);
        expect(formatDay(review.publishedOn)).toMatch(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/);
        expect([plainName(review.propertyName), review.propertyName]).not.toContain("");
      }
      const listed = await everyPage();
      expect(listed.flat().toSorted()).toEqual(reviews.map(({ id }) => id).toSorted());
      const known = new Set(reviews.map(({ propertyId }) => propertyId));
      const answer = await browseProperties(ALL, cursor).catch((error: unknown) => error);
      expect(known.has(cursor) || (answer as { status: number }).status === 400).toBe(true);
      expect(new Set(await reviewCities()).size).toBe((await reviewCities()).length);
    }),
  );
});

test("stores a review next to any other value and reads it back normalized", () => {
  assert(
    property(stored(), form(), (content, given) => {
      localStorage.setItem(KEY, content);
      const before = recentReviews(1000);
      const submission = toReviewSubmission(given, { id: "new-review", proofUrls: [] });
      expect(insertLocalReview(rowToInsert(submission), NOW)).toBe("saved");
      expect(localReview("new-review")).toMatchObject({
        propertyName: plainName(given.propertyName),
        locality: plainName(given.locality),
        comment: plainText(given.comment),
        displayName: displayName(given.email),
        rating: given.rating,
        publishedOn: dayInIndia(NOW),
      });
      expect(insertLocalReview(rowToInsert(submission), NOW)).toBe("id-taken");
      const kept = recentReviews(1000).filter(({ id }) => id !== "new-review");
      expect(kept.map(({ id, comment }) => [id, comment])).toEqual(before.map(({ id, comment }) => [id, comment]));
    }),
  );
});

async function everyPage(): Promise<string[][]> {
  const ids: string[][] = [];
  let after: string | null = null;
  do {
    const page = await browseProperties(ALL, after);
    for (const { propertyId } of page.groups) {
      let next: string | null = null;
      do {
        const part = await propertyPage(propertyId, ALL, next);
        ids.push(part.groups.flatMap(({ reviews }) => reviews.map(({ id }) => id)));
        next = part.next;
      } while (next !== null);
    }
    after = page.next;
  } while (after !== null);
  return ids;
}

/** Generates any junk, and rows that are partly valid. */
function stored(): Arbitrary<string> {
  const value = oneof(
    hostileText(),
    jsonValue(),
    constantFrom(null, 0, 6, 1e308, "x".repeat(10_000), "\ud800", [], {}),
  );
  const columns = constantFrom(
    ..."id property_name locality city property_type rating review_text email move_in_date duration".split(" "),
    ..."verified reported reported_issues created_at how_issues_reported answers __proto__ constructor toString".split(
      " ",
    ),
  );
  const good = record({
    id: oneof(constantFrom("a", "b", "__proto__", "constructor", "-"), hostileText(3)),
    property_name: oneof(constantFrom("Lake", "LAKE", "Lake\u200c"), hostileText(5)),
    locality: oneof(constantFrom("East", null), hostileText(5)),
    city: oneof(constantFrom("Bangalore", "Bengaluru"), hostileText(5)),
    rating: integer({ min: 1, max: 5 }),
    review_text: hostileText(),
    email: hostileText(20),
    created_at: constantFrom("2026-01-01", "2026-01-01T00:00:00Z", "+275760-09-13", "1", "Tue Mar 1 2022"),
    reported_issues: oneof(array(record({ description: hostileText() })), jsonValue()),
  });
  const row = oneof(
    good,
    tuple(good, columns, value).map(([whole, column, own]) =>
      Object.fromEntries([...Object.entries(whole), [column, own]]),
    ),
    value,
  );
  return oneof(
    { weight: 6, arbitrary: array(row, { maxLength: 12 }).map((rows) => JSON.stringify(rows)) },
    jsonValue().map((json) => JSON.stringify(json)),
    hostileText(),
    constantFrom("[".repeat(50_000), '{"a":'.repeat(50_000), `${"[".repeat(3000)}${"]".repeat(3000)}`, "", "null", '"'),
  );
}

function form() {
  const text = hostileText(50).map((typed) => `x${typed}`);
  return record({
    propertyName: text,
    locality: text,
    comment: text,
    email: text,
    rating: integer({ min: 1, max: 5 }),
  }).map((fields) => ({ ...emptySubmission({ email: "", issueId: "i" }), city: "Pune", ...fields }));
}
