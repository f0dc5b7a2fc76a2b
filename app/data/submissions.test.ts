import "./test-window";
import { AuthRetryableFetchError } from "@supabase/auth-js";
import { beforeEach, expect, test, vi } from "vitest";
import { rowToInsert } from "./review-row";
import { checkReviewLimits, insertReview, myStoredSubmission } from "./submissions";
import { projectAnswering, sessionOf } from "./test-requests";
import { forgetSession } from "~/data/accounts";
import { authClient } from "~/data/supabase-auth";
import { toReviewSubmission } from "~/domain/submission";
import { testForm } from "~/domain/test-form";

vi.mock("~/data/accounts");
vi.mock("~/data/supabase-auth");

const { send, answer, refuse, sent } = projectAnswering();

beforeEach(() => {
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token"));
});

test("sends the specified fields without empty texts", { tags: ["3.7", "3.8", "5.20"] }, () => {
  expect(rowToInsert(SUBMISSION)).toEqual({
    id: "review-1",
    property_name: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    property_type: "Apartment",
    move_in_date: null,
    rating: 4,
    review_text: "Quiet and airy.",
    email: null,
    would_recommend: false,
    verified: true,
    reported_issues: [{ id: "issue-1", description: "Nil" }],
    proof_urls: ["/storage/v1/object/public/review-proofs/public/1-a.png"],
    how_issues_reported: "in_person",
  });
  const row = rowToInsert({ ...SUBMISSION, locality: "", email: "", proofUrls: null });
  expect(row).not.toHaveProperty("locality");
  expect(row).not.toHaveProperty("email");
  expect(row).toMatchObject({ proof_urls: null, verified: false });
});

test("checks the limits on publishing with the names and the text of the review", async () => {
  answer(true);
  expect(await checkReviewLimits(SUBMISSION)).toBe("allowed");
  const names = {
    property_name: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    review_text: "Quiet and airy.",
  };
  expect(sent()).toMatchObject([
    { url: "https://db.example/rest/v1/rpc/check_review_limits", body: { review_id: "review-1", ...names } },
  ]);
  refuse(429, "PT429", "You can publish the next one in 40 seconds.");
  expect(await checkReviewLimits(SUBMISSION)).toMatchObject({ outcome: "too-many-attempts" });
});

test("inserts a review once, as the visitor, without reading it back", { tags: ["7.2"] }, async () => {
  answer(null, 201);
  expect(await insertReview(SUBMISSION)).toBe("saved");
  const [request] = sent();
  expect(request).toMatchObject({
    url: "https://db.example/rest/v1/reviews",
    method: "POST",
    headers: { authorization: "Bearer the-token" },
    body: rowToInsert(SUBMISSION),
  });
  expect(request?.headers.prefer ?? "").not.toContain("return=representation");
});

test("sends nothing without a session", { tags: ["6.10"] }, async () => {
  vi.mocked(authClient).mockResolvedValue(sessionOf(null));
  expect(await insertReview(SUBMISSION)).toBe("session-expired");
  expect(send).not.toHaveBeenCalled();
});

test("refreshes a rejected token once, then ends the session", async () => {
  const refusal = () => refuse(401, "PGRST303", "JWT expired");
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token", "new-token"));
  refusal();
  answer(null, 201);
  expect(await insertReview(SUBMISSION)).toBe("saved");
  expect(sent().map(({ headers }) => headers.authorization)).toEqual(["Bearer the-token", "Bearer new-token"]);
  expect(forgetSession).not.toHaveBeenCalled();
  for (const _ of ["first", "second"]) refusal();
  expect(await insertReview(SUBMISSION)).toBe("session-expired");
  expect(send).toHaveBeenCalledTimes(4);
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token"));
  refusal();
  await expect(myStoredSubmission("review-1")).rejects.toThrow("Your session has ended. Please log in again.");
  expect(send).toHaveBeenCalledTimes(5);
  expect(forgetSession).toHaveBeenCalledTimes(2);
});

test("keeps the session if the account service is unreachable", async () => {
  const unreachable = "The account service could not be reached.";
  refuse(401, "PGRST303", "JWT expired");
  const offline = new AuthRetryableFetchError("Failed to fetch", 0);
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token", null, offline));
  await expect(insertReview(SUBMISSION)).rejects.toThrow(unreachable);
  vi.mocked(authClient).mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(insertReview(SUBMISSION)).rejects.toThrow(unreachable);
  expect(forgetSession).not.toHaveBeenCalled();
});

test("returns a taken id or a rate limit, and throws the database's message for a refusal", async () => {
  refuse(409, "23505", "duplicate key value violates unique constraint");
  expect(await insertReview(SUBMISSION)).toBe("id-taken");
  const sentence = "You published a review a moment ago. You can publish the next one in 40 seconds.";
  refuse(429, "PT429", sentence);
  expect(await insertReview(SUBMISSION)).toEqual({ outcome: "too-many-attempts", sentence });
  refuse(400, "PT400", "The move-in date cannot be after today.");
  await expect(insertReview(SUBMISSION)).rejects.toThrow("The move-in date cannot be after today.");
});

test("finds only the visitor's own review, and says if it is hidden", async () => {
  send.mockResolvedValueOnce(Response.json(null));
  expect(await myStoredSubmission("review-1")).toBeNull();
  expect(sent()).toMatchObject([
    {
      url: "https://db.example/rest/v1/rpc/my_review",
      headers: { authorization: "Bearer the-token" },
      body: { review_id: "review-1" },
    },
  ]);
  const { propertyName, locality, city, comment } = SUBMISSION;
  for (const found of [
    { id: "stored-1", hidden: true },
    { id: "stored-1", propertyName, locality, city, comment },
  ]) {
    answer(found);
    expect(await myStoredSubmission("review-1")).toEqual(found);
  }
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(myStoredSubmission("review-1")).rejects.toThrow("The database could not be reached.");
});

const ANSWERS = { property_type: "Apartment", would_recommend: "false", how_issues_reported: "in_person" };
const SUBMISSION = toReviewSubmission(testForm({ answers: ANSWERS }), {
  id: "review-1",
  proofUrls: ["/storage/v1/object/public/review-proofs/public/1-a.png"],
});
