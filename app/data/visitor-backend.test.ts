// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visitorBackend } from "./visitor-backend";
import { emptySubmission, toReviewSubmission } from "~/domain/submission";

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", send);
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.__gharsach;
});

test("a site with a project has accounts, and the server reads the reviews of a page", async () => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  const backend = visitorBackend();
  expect(backend).toMatchObject({ hasAccounts: true, readsOnHydration: false });
  expect(await backend.readReviews(server, here)).toBe("from the server");
  expect(await backend.actions()).toBe(await import("./supabase-actions"));
});

test("a site without a database has no accounts, and this browser reads the reviews of a page", async () => {
  const backend = withoutDatabase();
  expect(backend).toMatchObject({ hasAccounts: false, readsOnHydration: true });
  expect(await backend.readReviews(server, here)).toBe("from here");
});

test("an error page without configuration, and the server, leave the reviews to the server", () => {
  expect(visitorBackend().readsOnHydration).toBe(false);
  vi.stubGlobal("window", undefined);
  expect(visitorBackend().readsOnHydration).toBe(false);
});

test("a site without a database stores the review in this browser and sends no request", async () => {
  const { insertReview, myStoredSubmission, prepareSubmission } = await withoutDatabase().actions();
  await prepareSubmission();
  expect(await insertReview(SUBMISSION)).toBe("saved");
  expect(await insertReview(SUBMISSION)).toBe("id-taken");
  expect(await myStoredSubmission(SUBMISSION.id)).toMatchObject({
    propertyName: "Lakeview Residency",
    locality: "Baner",
    comment: "Quiet and airy.",
  });
  expect(await myStoredSubmission("another")).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test(
  "a site without a database takes no reports, photos or names for the waitlist",
  { tags: ["1.20", "5.29"] },
  async () => {
    const actions = await withoutDatabase().actions();
    expect(actions.prepareReport()).toBe("unavailable");
    const report = { reviewId: "review-1", reason: "spam", reporterEmail: null } as const;
    expect(await actions.insertReport(report, "f".repeat(64))).toBe("unavailable");
    await expect(actions.insertWaitlistEntry({ name: "Asha", email: "asha.r@example.in" })).rejects.toThrow(
      "Database connection is required.",
    );
    await expect(actions.uploadPhoto(new Blob(["x"]), "public/1-a.png")).rejects.toThrow(
      "Photos need a database connection.",
    );
  },
);

test("suggestions come from one anonymous call of the database, which can be given up", async () => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  const answer = {
    homes: [
      {
        property_id: "p1",
        property_name: "Amaltas Court",
        locality: "HSR Layout",
        city: "Bengaluru",
        count: 2,
        rating_total: 9,
      },
    ],
    localities: [{ locality: "Amalnagar", city: "Pune", home_count: 1 }],
    cities: [{ city: "Amravati", home_count: 3 }],
  };
  send.mockReset().mockResolvedValueOnce(Response.json(answer));
  const request = new AbortController();
  const { suggestHomes } = await visitorBackend().actions();
  expect(await suggestHomes("amal", "Pune", request.signal)).toEqual({
    homes: [
      {
        propertyId: "p1",
        propertyName: "Amaltas Court",
        locality: "HSR Layout",
        city: "Bengaluru",
        count: 2,
        totalRating: 9,
      },
    ],
    localities: [{ locality: "Amalnagar", city: "Pune", homeCount: 1 }],
    cities: [{ city: "Amravati", homeCount: 3 }],
  });
  const [url, init] = send.mock.calls[0] ?? [];
  expect(String(url)).toBe("https://db.example/rest/v1/rpc/suggest_homes");
  expect(JSON.parse(String(init?.body))).toEqual({ term: "amal", city: "Pune" });
  expect(new Headers(init?.headers).has("authorization")).toBe(false);
  expect(init?.signal).toBe(request.signal);

  send.mockResolvedValueOnce(Response.json({ message: "Too much." }, { status: 429 }));
  await expect(suggestHomes("amal", null, request.signal)).rejects.toMatchObject({ status: 429 });
});

test("a site without a database suggests nothing", async () => {
  send.mockReset();
  const { suggestHomes } = await withoutDatabase().actions();
  expect(await suggestHomes("amal", null, new AbortController().signal)).toEqual({
    homes: [],
    localities: [],
    cities: [],
  });
  expect(send).not.toHaveBeenCalled();
});

const server = async () => "from the server";
const here = async () => "from here";

const SUBMISSION = toReviewSubmission(
  {
    ...emptySubmission({ email: "", issueId: "issue-1" }),
    propertyName: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    rating: 4,
    comment: "Quiet and airy.",
  },
  { id: "review-1", proofUrls: [] },
);

function withoutDatabase() {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  return visitorBackend();
}
