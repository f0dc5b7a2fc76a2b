import "./test-window";
import { expect, test, vi } from "vitest";
import { projectAnswering } from "./test-requests";
import { visitorBackend } from "./visitor-backend";
import { emptySubmission, toReviewSubmission } from "~/domain/submission";

const { send, answer, sent } = projectAnswering();

test("a site with a project has accounts, and the server reads the reviews of a page", async () => {
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
  delete window.__gharsach;
  expect(visitorBackend().readsOnHydration).toBe(false);
  vi.stubGlobal("window", undefined);
  expect(visitorBackend().readsOnHydration).toBe(false);
});

test("a site without a database stores the review in this browser and sends no request", async () => {
  const { insertReview, myStoredSubmission, prepareSubmission } = await withoutDatabase().actions();
  await prepareSubmission();
  expect(await insertReview(SUBMISSION)).toBe("saved");
  expect(await insertReview(SUBMISSION)).toBe("id-taken");
  expect(await myStoredSubmission(SUBMISSION.id)).toMatchObject(HOME);
  expect(await myStoredSubmission("another")).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test(
  "a site without a database takes no reports, photos or names for the waitlist, and suggests nothing",
  { tags: ["1.20"] },
  async () => {
    const actions = await withoutDatabase().actions();
    const nothing = { homes: [], localities: [], cities: [] };
    expect(await actions.suggestHomes("amal", null, new AbortController().signal)).toEqual(nothing);
    expect(actions.prepareReport()).toBe("unavailable");
    const report = { reviewId: "review-1", reason: "spam", reporterEmail: null } as const;
    expect(await actions.insertReport(report, "f".repeat(64))).toBe("unavailable");
    await expect(actions.insertWaitlistEntry({ name: "Asha", email: "asha.r@example.in" })).rejects.toThrow(
      "Database connection is required.",
    );
    await expect(actions.uploadPhoto(new Blob(["x"]), "public/1-a.png")).rejects.toThrow(
      "Photos need a database connection.",
    );
    expect(send).not.toHaveBeenCalled();
  },
);

test("suggestions come from one anonymous call of the database, which can be given up", async () => {
  const suggestions = { homes: [], localities: [], cities: [{ city: "Amravati", homeCount: 3 }] };
  answer(suggestions);
  const request = new AbortController();
  const { suggestHomes } = await visitorBackend().actions();
  expect(await suggestHomes("amal", "Pune", request.signal)).toEqual(suggestions);
  const [call] = sent();
  const body = { term: "amal", city: "Pune" };
  expect(call).toMatchObject({ url: "https://db.example/rest/v1/rpc/suggest_homes", body });
  expect(call?.headers).not.toHaveProperty("authorization");
  expect(send.mock.calls[0]?.[1]?.signal).toBe(request.signal);
  answer({ message: "Too much." }, 429);
  await expect(suggestHomes("amal", null, request.signal)).rejects.toMatchObject({ status: 429 });
});

const server = async () => "from the server";
const here = async () => "from here";

const HOME = { propertyName: "Lakeview Residency", locality: "Baner", comment: "Quiet and airy." };
const FORM = { ...emptySubmission({ email: "", issueId: "issue-1" }), ...HOME, city: "Pune", rating: 4 };
const SUBMISSION = toReviewSubmission(FORM, { id: "review-1", proofUrls: [] });

function withoutDatabase() {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  return visitorBackend();
}
