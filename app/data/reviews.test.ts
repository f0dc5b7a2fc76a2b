import { expect, test, vi } from "vitest";
import { noResponse } from "./connection-lost";
import type { Database, FunctionCall } from "./database";
import { browseProperties, propertyPage, recentReviews, reviewCities, reviewInContext } from "./reviews";

const EVERYTHING = { search: "", city: "", sort: "recent" } as const;
const LAKEVIEW = "11111111-1111-4111-8111-111111111111";
const REVIEW = "22222222-2222-4222-8222-222222222222";

test("converts a row to a review with proof URLs", { tags: ["2.38", "3.5", "3.10", "3.23", "4.1"] }, async () => {
  const { database, call } = answering([{ ...reviewRow(), proofUrls: [proofPath("1-a.jpg")] }]);
  const photo = "review-proofs/public/1-a.jpg";
  expect(await recentReviews(database, 4)).toEqual([
    {
      ...reviewRow(),
      proofUrls: [`https://db.example/storage/v1/object/public/${photo}`],
      proofThumbnailUrls: [
        `https://db.example/storage/v1/render/image/public/${photo}?width=128&height=128&resize=cover&quality=60`,
      ],
    },
  ]);
  expect(call).toHaveBeenCalledExactlyOnceWith("recent_reviews", { at_most: 4 });
  // A project may have no image renditions.
  const [original] = await recentReviews({ ...database, proofThumbnails: "original" }, 4);
  expect(original).not.toHaveProperty("proofThumbnailUrls");
});

test("throws for a time of day in place of a date", { tags: ["3.5"] }, async () => {
  const { database } = answering([{ ...reviewRow(), publishedOn: "2025-05-05T10:00:00+00:00" }]);
  await expect(recentReviews(database, 4)).rejects.toThrow("publishedOn");
});

test("drops unreadable photos and issues, not the page", { tags: ["3.1"] }, async () => {
  const proofUrls = ["javascript:alert(1)", "https://evil.example/a.jpg", "//evil.example/a", proofPath("../a.jpg")];
  const { database } = answering([{ ...reviewRow(), proofUrls, reportedIssues: "none" }]);
  expect(await recentReviews(database, 4)).toMatchObject([{ proofUrls: [], reportedIssues: [] }]);
});

test("keeps count, total and cursor of a page of properties", { tags: ["2.56", "3.23"] }, async () => {
  const { database, call } = answering({ groups: [groupRow()], next: "cursor-2" });
  const query = { search: "lake", city: "Pune", sort: "rating" } as const;
  const { groups, next } = await browseProperties(database, query, "cursor-1", true);
  expect(next).toBe("cursor-2");
  expect(groups).toMatchObject([{ propertyId: LAKEVIEW, count: 9, totalRating: 40, matchingCount: 2 }]);
  const sizes = { page_size: 10, reviews_per_group: 3 };
  expect(call).toHaveBeenCalledExactlyOnceWith("browse_properties", {
    ...query,
    after: "cursor-1",
    exact: true,
    ...sizes,
  });
});

test("requests one property with its filters, which may match nothing", async () => {
  const { database, call } = answering({ group: groupRow(), next: "more" });
  const query = { search: "tap", city: "", sort: "recent" } as const;
  expect(await propertyPage(database, LAKEVIEW, query, null)).toMatchObject({
    groups: [{ propertyId: LAKEVIEW }],
    next: "more",
  });
  const args = { property_id: LAKEVIEW, ...query, after: null, page_size: 60 };
  expect(call).toHaveBeenCalledExactlyOnceWith("property_reviews", args);
  const nothing = answering({ group: null, next: null }).database;
  expect(await propertyPage(nothing, LAKEVIEW, query, null)).toEqual({ groups: [], next: null });
});

test("returns a review with its property, and requests no invalid id", async () => {
  expect(await reviewInContext(answering(groupRow()).database, REVIEW)).toMatchObject({ propertyId: LAKEVIEW });
  const { database, call } = answering(null);
  expect(await reviewInContext(database, REVIEW)).toBeNull();
  expect(await reviewInContext(database, "' or 1=1")).toBeNull();
  expect(await propertyPage(database, "lakeview", EVERYTHING, null)).toEqual({ groups: [], next: null });
  expect(call).toHaveBeenCalledOnce();
});

test("throws for a response of another shape", async () => {
  await expect(browseProperties(answering([]).database, EVERYTHING, null)).rejects.toThrow(/expected object/);
});

const REFUSED = "The database refused the request. Reload the page and try again.";
const FAULT = "Something is wrong with the database. Please try again in a few minutes.";

test.for([
  [403, "42501", "permission denied for a.b@example.com", REFUSED],
  [400, "22023", "invalid", REFUSED],
  [400, "PT400", "This page does not exist.", "This page does not exist."],
  [
    500,
    "57014",
    "canceling statement",
    "This is taking too long. Add a city or another word to your search, or try again later.",
  ],
  [500, "XX000", "internal", FAULT],
  [502, "", "Bad Gateway", FAULT],
  [504, "PGRST003", "No answer", "The database did not answer in time."],
  [0, "", "TypeError: fetch failed", "The database could not be reached."],
] as const)("words a failure for visitors: %i %s %s", async ([status, code, words, message]) => {
  const cause = Object.assign(new Error(words), { status, code });
  const failure = await reviewCities(databaseOf(() => Promise.reject(cause))).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "DatabaseFailure", message, status });
  expect(noResponse(failure)).toBe(status === 504 ? "timed-out" : status === 0 ? "connection-lost" : null);
});

test("reports a database that does not answer a page within 4 seconds", async () => {
  vi.useFakeTimers();
  const never = databaseOf(() => new Promise(() => {}));
  const failure = recentReviews(never, 4).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(await Promise.race([failure, "nothing yet"])).toBe("nothing yet");
  await vi.advanceTimersByTimeAsync(1);
  const message = "The database did not answer in time.";
  expect(await failure).toMatchObject({ name: "DatabaseFailure", message, status: 0 });
  vi.useRealTimers();
});

test("does not report our own defect as a failure of the database", async () => {
  const defect = new TypeError("x is undefined");
  await expect(reviewCities(databaseOf(() => Promise.reject(defect)))).rejects.toThrow(defect);
});

function answering(answer: unknown) {
  const call = vi.fn<FunctionCall>(async () => answer);
  return { database: databaseOf(call), call };
}

function databaseOf(call: FunctionCall): Database {
  return { call, publicUrl: "https://db.example", publishableKey: "sb_publishable_test" };
}

function proofPath(name: string) {
  return `/storage/v1/object/public/review-proofs/public/${name}`;
}

const PLACE = {
  propertyId: LAKEVIEW,
  propertyName: "Lakeview Residency",
  locality: "Indiranagar",
  city: "Bengaluru",
};

function groupRow() {
  return { ...PLACE, count: 9, totalRating: 40, matchingCount: 2, reviews: [reviewRow()] };
}

function reviewRow() {
  return {
    ...PLACE,
    moveInDate: null,
    id: REVIEW,
    rating: 4,
    comment: "Quiet street.",
    displayName: "asha.r",
    verified: true,
    reported: false,
    proofUrls: [],
    reportedIssues: [{ id: "i1", description: "Leaking tap", severity: "Minor" }],
    followUps: [{ text: "Deposit returned.", depositBack: null, addedOn: "2026-03-02" }],
    reply: null,
    publishedOn: "2025-05-05",
    answers: { property_type: "Apartment", weather: "a question of a later version" },
  };
}
