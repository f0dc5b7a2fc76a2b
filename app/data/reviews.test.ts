import { expect, test, vi } from "vitest";
import { noResponse } from "./connection-lost";
import type { Database, FunctionCall } from "./database";
import { browseProperties, propertyPage, recentReviews, reviewCities, reviewInContext, topReviewers } from "./reviews";

const EVERYTHING = { search: "", city: "", sort: "recent" } as const;
const LAKEVIEW = "11111111-1111-4111-8111-111111111111";
const REVIEW = "22222222-2222-4222-8222-222222222222";

test(
  "a row becomes a review, and its proof paths become addresses of the public storage",
  { tags: ["3.5", "3.10", "7.10"] },
  async () => {
    const { database } = answering([{ ...reviewRow(), proof_urls: [proofPath("1-a.jpg")] }]);
    expect(await recentReviews(database, 4)).toEqual([
      {
        id: REVIEW,
        propertyId: LAKEVIEW,
        propertyName: "Lakeview Residency",
        locality: "Indiranagar",
        city: "Bengaluru",
        propertyType: "Apartment",
        rating: 4,
        comment: "Quiet street.",
        publishedOn: "2025-05-05",
        displayName: "asha.r",
        verified: true,
        reported: false,
        reportedIssues: [{ id: "i1", description: "Leaking tap", severity: "Minor" }],
        followUps: [{ text: "Deposit returned.", addedOn: "2026-03-02" }],
        reply: null,
        wouldRecommend: true,
        moveOutIntent: null,
        moveInDate: null,
        duration: null,
        howIssuesReported: "in_person",
        issueResolutionStatus: null,
        managementResponseTime: null,
        proofUrls: ["https://db.example/storage/v1/object/public/review-proofs/public/1-a.jpg"],
        proofThumbnailUrls: [
          "https://db.example/storage/v1/render/image/public/review-proofs/public/1-a.jpg?width=128&height=128&resize=cover&quality=60",
        ],
      },
    ]);
  },
);

test("a project that makes no renditions of photos is asked for none", async () => {
  const { database } = answering([{ ...reviewRow(), proof_urls: [proofPath("1-a.jpg")] }]);
  const [review] = await recentReviews({ ...database, proofThumbnails: "original" }, 4);
  expect(review?.proofUrls).toEqual([`https://db.example${proofPath("1-a.jpg")}`]);
  expect(review).not.toHaveProperty("proofThumbnailUrls");
});

test("as many of the newest reviews are asked for as are wanted", { tags: ["2.38", "3.6", "4.1", "7.1"] }, async () => {
  const { database, call } = answering([]);
  expect(await recentReviews(database, 4)).toEqual([]);
  expect(call).toHaveBeenCalledExactlyOnceWith("recent_reviews", { at_most: 4 });
});

test("a time of day where the day is expected is a surprise", { tags: ["3.5"] }, async () => {
  const { database } = answering([{ ...reviewRow(), created_on: "2025-05-05T10:00:00+00:00" }]);
  await expect(recentReviews(database, 4)).rejects.toThrow("created_on");
});

test("proof addresses that are no photo of ours are left out", async () => {
  const proof_urls = [
    "javascript:alert(1)",
    "https://evil.example/a.jpg",
    "//evil.example/a.jpg",
    proofPath("../a.jpg"),
  ];
  const { database } = answering([{ ...reviewRow(), proof_urls }]);
  expect((await recentReviews(database, 4))[0]?.proofUrls).toEqual([]);
});

test("a review without proof has an empty list of photos", { tags: ["3.3"] }, async () => {
  const { database } = answering([{ ...reviewRow(), proof_urls: null }]);
  expect((await recentReviews(database, 4))[0]?.proofUrls).toEqual([]);
});

test("issues that cannot be read cost the issues, not the page", { tags: ["3.4"] }, async () => {
  const { database } = answering([
    { ...reviewRow(), reported_issues: "none" },
    { ...reviewRow(), reported_issues: [{ description: "No id" }] },
  ]);
  const reviews = await recentReviews(database, 4);
  expect(reviews.map((review) => review.reportedIssues)).toEqual([
    [],
    [{ id: "0", description: "No id", severity: null }],
  ]);
});

test(
  "a page of properties keeps the count and total of the database and its cursor",
  { tags: ["3.22", "7.1"] },
  async () => {
    const { database, call } = answering({ groups: [groupRow()], next: "cursor-2" });
    const page = await browseProperties(database, { search: "lake", city: "Pune", sort: "rating" }, "cursor-1");
    expect(page.next).toBe("cursor-2");
    expect(page.groups[0]).toMatchObject({
      propertyName: "Lakeview Residency",
      count: 9,
      totalRating: 40,
      matchingCount: 2,
    });
    expect(call).toHaveBeenCalledExactlyOnceWith("browse_properties", {
      search: "lake",
      city: "Pune",
      sort: "rating",
      after: "cursor-1",
      page_size: 10,
      reviews_per_group: 6,
    });
  },
);

test("a property that has nothing to show is an empty page", async () => {
  const { database } = answering({ group: null, next: null });
  expect(await propertyPage(database, LAKEVIEW, EVERYTHING, null)).toEqual({ groups: [], next: null });
});

test("one property is asked for with what its reviews must match", async () => {
  const { database, call } = answering({ group: groupRow(), next: "more" });
  const page = await propertyPage(database, LAKEVIEW, { ...EVERYTHING, search: "tap" }, null);
  expect(page).toMatchObject({ groups: [{ propertyId: LAKEVIEW }], next: "more" });
  expect(call).toHaveBeenCalledExactlyOnceWith("property_reviews", {
    property_id: LAKEVIEW,
    search: "tap",
    city: "",
    sort: "recent",
    after: null,
    page_size: 60,
  });
});

test("a review comes with its property, and an unknown one with nothing", async () => {
  expect(await reviewInContext(answering(groupRow()).database, REVIEW)).toMatchObject({ propertyId: LAKEVIEW });
  expect(await reviewInContext(answering(null).database, REVIEW)).toBeNull();
});

test("what is no id is not asked for", async () => {
  const { database, call } = answering(null);
  expect(await reviewInContext(database, "' or 1=1")).toBeNull();
  expect(await propertyPage(database, "lakeview", EVERYTHING, null)).toEqual({ groups: [], next: null });
  expect(call).not.toHaveBeenCalled();
});

test("cities come as the database lists them", async () => {
  expect(await reviewCities(answering(["Bengaluru", "pune"]).database)).toEqual(["Bengaluru", "pune"]);
});

test("this month's reviewers come as the database ranks them", async () => {
  const list = [
    { label: "asha.r", count: 3 },
    { label: "Reviewer 2", count: 1 },
  ];
  expect(await topReviewers(answering(list).database)).toEqual(list);
  await expect(topReviewers(answering([{ label: "asha.r" }]).database)).rejects.toThrow("count");
});

test("a refusal is reported without the words or the code of Postgres", async () => {
  const database = refusing(403, "42501", "permission denied for a.b@example.com");
  await expect(reviewCities(database)).rejects.toMatchObject({
    name: "DatabaseFailure",
    message: "The database refused the request. Reload the page and try again.",
    status: 403,
    code: "42501",
  });
});

test("a refusal by one of our rules is reported in its own words", async () => {
  const database = refusing(400, "PT400", "This page does not exist.");
  await expect(browseProperties(database, EVERYTHING, "junk")).rejects.toMatchObject({
    message: "This page does not exist.",
    status: 400,
  });
});

test("a query that takes too long is answered with what to do", async () => {
  const database = refusing(500, "57014", "canceling statement due to statement timeout");
  await expect(browseProperties(database, EVERYTHING, null)).rejects.toThrow(
    "This is taking too long. Add a city or another word to your search, or try again later.",
  );
});

test("a fault of the database is told apart from a refusal", async () => {
  const fault = "Something is wrong with the database. Please try again in a few minutes.";
  await expect(reviewCities(refusing(500, "XX000", "internal"))).rejects.toThrow(fault);
  await expect(reviewCities(refusing(502, "", "Bad Gateway"))).rejects.toThrow(fault);
  await expect(reviewCities(refusing(400, "22023", "invalid"))).rejects.toThrow(
    "The database refused the request. Reload the page and try again.",
  );
});

test("a gateway that waited in vain tells of a slow database, not of a fault", async () => {
  const failure = await reviewCities(refusing(504, "PGRST003", "No answer")).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: "The database did not answer in time." });
  expect(noResponse(failure)).toBe("timed-out");
});

test("a database that cannot be reached says so", async () => {
  await expect(recentReviews(refusing(0, "", "TypeError: fetch failed"), 4)).rejects.toThrow(
    "The database could not be reached.",
  );
});

test("a database that does not answer a page within 4 seconds says so", async () => {
  vi.useFakeTimers();
  const failure = recentReviews(
    databaseOf(() => new Promise(() => {})),
    4,
  ).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(await Promise.race([failure, "nothing yet"])).toBe("nothing yet");
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toMatchObject({
    name: "DatabaseFailure",
    message: "The database did not answer in time.",
    status: 0,
  });
  vi.useRealTimers();
});

test("a defect of ours is not dressed up as a failure of the database", async () => {
  const database = databaseOf(() => Promise.reject(new TypeError("x is undefined")));
  await expect(reviewCities(database)).rejects.toThrow(new TypeError("x is undefined"));
});

test("an answer of another shape is a surprise, not an empty list", async () => {
  await expect(browseProperties(answering([]).database, EVERYTHING, null)).rejects.toThrow(/expected object/);
});

function answering(answer: unknown) {
  const call = vi.fn<FunctionCall>(async () => answer);
  return { database: databaseOf(call), call };
}

function refusing(status: number, code: string, message: string): Database {
  return databaseOf(() => Promise.reject(Object.assign(new Error(message), { status, code })));
}

function databaseOf(call: FunctionCall): Database {
  return { call, publicUrl: "https://db.example", publishableKey: "sb_publishable_test" };
}

function proofPath(name: string) {
  return `/storage/v1/object/public/review-proofs/public/${name}`;
}

function groupRow() {
  return {
    property_id: LAKEVIEW,
    property_name: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    count: 9,
    rating_total: 40,
    matching_count: 2,
    reviews: [reviewRow()],
  };
}

function reviewRow() {
  return {
    id: REVIEW,
    property_id: LAKEVIEW,
    property_name: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    property_type: "Apartment",
    rating: 4,
    review_text: "Quiet street.",
    display_name: "asha.r",
    move_in_date: null,
    duration: null,
    would_recommend: true,
    move_out_intent: null,
    verified: true,
    reported: false,
    proof_urls: null,
    reported_issues: [{ id: "i1", description: "Leaking tap", severity: "Minor" }],
    follow_ups: [{ text: "Deposit returned.", created_on: "2026-03-02" }],
    created_on: "2025-05-05",
    how_issues_reported: "in_person",
    issue_resolution_status: null,
    management_response_time: null,
  };
}
