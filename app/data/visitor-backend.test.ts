import "./test-window";
import { expect, test, vi } from "vitest";
import { projectAnswering } from "./test-requests";
import { visitorBackend } from "./visitor-backend";
import { toReviewSubmission } from "~/domain/submission";
import { testForm } from "~/domain/test-form";

const { send, answer, sent } = projectAnswering();

const WITHOUT_DATABASE = { backend: "browser", supabaseUrl: "", publishableKey: "" } as const;

test("offers everything with a project, and only stored reviews without a database", async () => {
  const all = { hasAccounts: true, hasHomePages: true, servesReviews: true, acceptsForms: true };
  expect(visitorBackend()).toMatchObject(all);
  expect(await visitorBackend().actions()).toBe(await import("./supabase-actions"));
  const none = { hasAccounts: false, hasHomePages: false, servesReviews: false, acceptsForms: false };
  expect(visitorBackend(WITHOUT_DATABASE)).toMatchObject(none);
  expect(withoutDatabase()).toMatchObject(none);
});

test("leaves reviews to the server on an error page and on the server", () => {
  delete window.__gharsach;
  expect(visitorBackend().servesReviews).toBe(true);
  vi.stubGlobal("window", undefined);
  expect(visitorBackend().servesReviews).toBe(true);
});

test("stores the review in this browser and sends no request without a database", async () => {
  const { insertReview, myStoredSubmission, prepareSubmission } = await withoutDatabase().actions();
  await prepareSubmission();
  expect(await insertReview(SUBMISSION)).toBe("saved");
  expect(await insertReview(SUBMISSION)).toBe("id-taken");
  expect(await myStoredSubmission(SUBMISSION.id)).toMatchObject({
    propertyName: "Lakeview Residency",
    comment: "Quiet and airy.",
  });
  expect(await myStoredSubmission("another")).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

test("refuses reports, photos and waitlist entries without a database", { tags: ["1.20"] }, async () => {
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
});

test("suggests homes by one anonymous call of the database, which can be aborted", async () => {
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

const SUBMISSION = toReviewSubmission(testForm(), { id: "review-1", proofUrls: [] });

function withoutDatabase() {
  window.__gharsach = WITHOUT_DATABASE;
  return visitorBackend();
}
