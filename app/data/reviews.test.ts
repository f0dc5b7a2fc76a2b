import { expect, test, vi } from "vitest";
import type { Database } from "./database";
import { browseProperties, propertyPage, recentReviews, reviewCities, reviewInContext } from "./reviews";

const EVERYTHING = { search: "", city: "", sort: "recent" } as const;
const LAKEVIEW = "11111111-1111-4111-8111-111111111111";
const REVIEW = "22222222-2222-4222-8222-222222222222";

test("a row becomes a review, and its proof paths become addresses of the public storage", async () => {
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
      timestamp: "2025-05-05T10:00:00+00:00",
      displayName: "asha.r",
      verified: true,
      reported: false,
      reportedIssues: [{ id: "i1", description: "Leaking tap", severity: "Minor" }],
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
});

test("a project that makes no renditions of photos is asked for none", async () => {
  const { database } = answering([{ ...reviewRow(), proof_urls: [proofPath("1-a.jpg")] }]);
  const [review] = await recentReviews({ ...database, proofThumbnails: "original" }, 4);
  expect(review?.proofUrls).toEqual([`https://db.example${proofPath("1-a.jpg")}`]);
  expect(review).not.toHaveProperty("proofThumbnailUrls");
});

test("the newest reviews are asked for by time and then id, without the private columns", async () => {
  const { database, requests } = answering([]);
  await recentReviews(database, 4);
  const { searchParams } = new URL(requests[0]?.url ?? "");
  expect(searchParams.get("order")).toBe("created_at.desc,id.desc");
  expect(searchParams.get("limit")).toBe("4");
  expect(searchParams.get("select")?.split(",")).not.toContain("email");
  expect(searchParams.get("select")?.split(",")).not.toContain("user_id");
});

test("pages are read as anybody: with the public key and no session", async () => {
  const { database, requests } = answering([]);
  await recentReviews(database, 4);
  expect(requests[0]?.headers.get("apikey")).toBe("sb_publishable_test");
  expect(requests[0]?.headers.has("authorization")).toBe(false);
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

test("a review without proof has an empty list of photos", async () => {
  const { database } = answering([{ ...reviewRow(), proof_urls: null }]);
  expect((await recentReviews(database, 4))[0]?.proofUrls).toEqual([]);
});

test("issues that cannot be read cost the issues, not the page", async () => {
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

test("a page of properties keeps the count and total of the database and its cursor", async () => {
  const { database, requests } = answering({ groups: [groupRow()], next: "cursor-2" });
  const page = await browseProperties(database, { search: "lake", city: "Pune", sort: "rating" }, "cursor-1");
  expect(page.next).toBe("cursor-2");
  expect(page.groups[0]).toMatchObject({
    key: LAKEVIEW,
    propertyName: "Lakeview Residency",
    count: 9,
    totalRating: 40,
  });
  expect(await requests[0]?.json()).toEqual({
    search: "lake",
    city: "Pune",
    sort: "rating",
    after: "cursor-1",
    page_size: 20,
    reviews_per_group: 6,
  });
});

test("a property that has nothing to show is an empty page", async () => {
  const { database } = answering({ group: null, next: null });
  expect(await propertyPage(database, LAKEVIEW, EVERYTHING, null)).toEqual({ groups: [], next: null });
});

test("one property is asked for with what its reviews must match", async () => {
  const { database, requests } = answering({ group: groupRow(), next: "more" });
  const page = await propertyPage(database, LAKEVIEW, { ...EVERYTHING, search: "tap" }, null);
  expect(page).toMatchObject({ groups: [{ key: LAKEVIEW }], next: "more" });
  expect(requests[0]?.url).toBe("https://inside.example/rest/v1/rpc/property_reviews");
  expect(await requests[0]?.json()).toMatchObject({ property_id: LAKEVIEW, search: "tap", after: null, page_size: 60 });
});

test("a review comes with its property, and an unknown one with nothing", async () => {
  expect(await reviewInContext(answering(groupRow()).database, REVIEW)).toMatchObject({ key: LAKEVIEW });
  expect(await reviewInContext(answering(null).database, REVIEW)).toBeNull();
});

test("what is no id is not asked for", async () => {
  const { database, requests } = answering(null);
  expect(await reviewInContext(database, "' or 1=1")).toBeNull();
  expect(await propertyPage(database, "lakeview", EVERYTHING, null)).toEqual({ groups: [], next: null });
  expect(requests).toHaveLength(0);
});

test("cities come as the database lists them", async () => {
  expect(await reviewCities(answering(["Bengaluru", "pune"]).database)).toEqual(["Bengaluru", "pune"]);
});

test("a refusal is told with its code but not with the words of Postgres", async () => {
  const { database } = answering({ code: "42501", message: "permission denied for a.b@example.com" }, 403);
  await expect(reviewCities(database)).rejects.toMatchObject({
    name: "DatabaseFailure",
    message: "The database refused the request (42501).",
    status: 403,
    code: "42501",
  });
});

test("a refusal by one of our rules is told in its own words", async () => {
  const { database } = answering({ code: "PT400", message: "This page does not exist." }, 400);
  await expect(browseProperties(database, EVERYTHING, "junk")).rejects.toThrow("This page does not exist.");
});

test("a database that cannot be reached says so", async () => {
  const database = databaseOf(() => Promise.reject(new TypeError("fetch failed")));
  await expect(recentReviews(database, 4)).rejects.toThrow("The database could not be reached.");
});

test("a database that does not answer a page within 4 seconds says so, even if it ignores that nobody waits any more", async () => {
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timer.signal);
  const database = databaseOf(() => new Promise(() => {}));
  const failure = recentReviews(database, 4).catch((error: unknown) => error);
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(4000), 10_000);
  timer.abort(new DOMException("The operation timed out.", "TimeoutError"));
  expect(await failure).toMatchObject({ message: "The database did not answer in time." });
  timeout.mockRestore();
});

test("a fault of the database is told apart from a refusal", async () => {
  const { database } = answering({ code: "XX000", message: "internal" }, 500);
  await expect(reviewCities(database)).rejects.toThrow("The database reported a fault (XX000).");
});

test("an answer of another shape is a surprise, not an empty list", async () => {
  await expect(browseProperties(answering([]).database, EVERYTHING, null)).rejects.toThrow(/expected object/);
});

test("reviews that are kept in a browser are not read from here", async () => {
  await expect(recentReviews({ kind: "browser" }, 4)).rejects.toThrow(
    "Reviews of this browser are read in the browser.",
  );
});

function answering(body: unknown, status = 200) {
  const requests: Request[] = [];
  const database = databaseOf((input, init) => {
    requests.push(new Request(input, init));
    return Promise.resolve(Response.json(body, { status }));
  });
  return { database, requests };
}

function databaseOf(fetch: typeof globalThis.fetch): Extract<Database, { kind: "supabase" }> {
  return {
    kind: "supabase",
    url: "https://inside.example",
    publicUrl: "https://db.example",
    publishableKey: "sb_publishable_test",
    fetch,
  };
}

function proofPath(name: string) {
  return `/storage/v1/object/public/review-proofs/public/${name}`;
}

function groupRow() {
  return {
    property_id: LAKEVIEW,
    slug: "lakeview-residency",
    property_name: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    count: 9,
    rating_total: 40,
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
    created_at: "2025-05-05T10:00:00+00:00",
    how_issues_reported: "in_person",
    issue_resolution_status: null,
    management_response_time: null,
  };
}
