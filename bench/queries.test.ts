import { expect, test } from "vitest";
import { GROUPS_PER_PAGE, REVIEWS_PER_GROUP as GROUP_SIZE } from "~/domain/property-group";
import { parseReviewQuery, reviewQueryString } from "~/domain/review-query";
import { addressOf, PAGE_SIZE, QUERY_NAMES, questions, REVIEWS_PER_GROUP } from "./queries.ts";

test("addresses ask what the product's own addresses ask", () => {
  const asked = questions(["Y3Vyc29y"]);
  for (const name of QUERY_NAMES) {
    for (const { after, ...query } of asked[name]) {
      const address = addressOf({ ...query, after });
      expect(address).toBe(`/reviews${reviewQueryString(query, { after })}`);
      expect(parseReviewQuery(new URL(address, "http://localhost").searchParams)).toEqual(query);
    }
  }
});

test("pages are as large as the product's", () => {
  expect([PAGE_SIZE, REVIEWS_PER_GROUP]).toEqual([GROUPS_PER_PAGE, GROUP_SIZE]);
});

test("but for the first page, words, cities and cursors change from one question to the next", () => {
  const asked = questions(["a", "b"]);
  for (const name of QUERY_NAMES.filter((other) => other !== "first page")) {
    const texts = asked[name].map((question) => JSON.stringify(question));
    expect(new Set(texts).size, name).toBe(texts.length);
    expect(texts.length, name).toBeGreaterThan(1);
  }
});
