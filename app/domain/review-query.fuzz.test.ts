import { type Arbitrary, assert, constantFrom, oneof, property, record } from "fast-check";
import { expect, test } from "vitest";
import { listedCity, searchCities } from "./cities";
import { characterCount, plainLine } from "./plain-text";
import { MAX_SEARCH_LENGTH, parseReviewQuery, REVIEW_SORTS, reviewQueryString } from "./review-query";
import { hostileText } from "./test-hostile-text";

test("parses any URL to a query within its limits", () => {
  assert(
    property(address(), (params) => {
      const query = parseReviewQuery(params);
      expect(characterCount(query.search)).toBeLessThanOrEqual(MAX_SEARCH_LENGTH);
      expect(plainLine(query.search)).toBe(query.search);
      expect(plainLine(query.city)).toBe(query.city);
      expect(Object.keys(REVIEW_SORTS)).toContain(query.sort);
    }),
  );
});

test("parses back any query that it formats", () => {
  assert(
    property(address(), (params) => {
      const query = parseReviewQuery(params);
      expect(parseReviewQuery(new URLSearchParams(reviewQueryString(query)))).toEqual(query);
    }),
  );
});

test("searches the cities for any text", () => {
  assert(
    property(hostileText(), (text) => {
      const listed = listedCity(text);
      expect(searchCities(text).includes(listed ?? "") || listed === null).toBe(true);
    }),
  );
});

function address(): Arbitrary<URLSearchParams> {
  const known = record(
    {
      q: hostileText(250),
      city: hostileText(120),
      sort: oneof(constantFrom("rating", "verified"), hostileText(9)),
    },
    { requiredKeys: [] },
  );
  return oneof(
    known.map((values) => new URLSearchParams(values as Record<string, string>)),
    hostileText(200).map((text) => new URLSearchParams(text)),
    hostileText(200).map((text) => new URLSearchParams(`?q=${text}&city=${text}&sort=${text}`)),
  );
}
