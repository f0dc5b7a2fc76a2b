// @vitest-environment jsdom
import { AuthRetryableFetchError } from "@supabase/auth-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rowToInsert } from "./review-row";
import { checkReviewLimits, insertReview, myStoredSubmission } from "./submissions";
import { forgetSession } from "~/data/accounts";
import { authClient } from "~/data/supabase-auth";
import type { ReviewSubmission } from "~/domain/submission";

vi.mock(import("~/data/accounts"), () => ({ forgetSession: vi.fn<typeof forgetSession>() }) as never);
vi.mock(import("~/data/supabase-auth"), () => ({ authClient: vi.fn<typeof authClient>() }) as never);

const token = vi.fn<() => Promise<string | null>>();
const send = vi.fn<typeof fetch>();

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  vi.stubGlobal("fetch", send);
  send.mockReset();
  token.mockReset().mockResolvedValue("the-token");
  renewsTo(null);
  vi.mocked(forgetSession).mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test("a row has the specified fields and none that the database sets", { tags: ["3.7", "3.8", "3.9"] }, () => {
  expect(rowToInsert(SUBMISSION)).toEqual({
    id: "review-1",
    property_name: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    property_type: "Apartment",
    move_in_date: null,
    duration: null,
    rating: 4,
    review_text: "Quiet and airy.",
    email: null,
    would_recommend: false,
    move_out_intent: null,
    verified: true,
    reported_issues: [{ id: "issue-1", description: "Nil" }],
    proof_urls: ["/storage/v1/object/public/review-proofs/public/1-a.png"],
    how_issues_reported: "in_person",
    issue_resolution_status: null,
    management_response_time: null,
  });
});

test("empty texts are left out, false and null are kept", { tags: ["3.9", "5.20", "5.23"] }, () => {
  const row = rowToInsert({ ...SUBMISSION, locality: "", email: "", proofUrls: null });
  expect(row).not.toHaveProperty("locality");
  expect(row).not.toHaveProperty("email");
  expect(row).toMatchObject({ would_recommend: false, move_out_intent: null, proof_urls: null, verified: false });
});

test("the limits on publishing are asked with the names and the text of the review", async () => {
  send.mockResolvedValueOnce(Response.json(true));
  expect(await checkReviewLimits(SUBMISSION)).toBe("allowed");
  const [url, init] = send.mock.calls[0] ?? [];
  expect(String(url)).toBe("https://db.example/rest/v1/rpc/check_review_limits");
  expect(JSON.parse(String(init?.body))).toEqual({
    review_id: "review-1",
    property_name: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    review_text: "Quiet and airy.",
  });
  const sentence = "You published a review a moment ago. You can publish the next one in 40 seconds.";
  send.mockResolvedValueOnce(Response.json({ code: "PT429", message: sentence }, { status: 429 }));
  expect(await checkReviewLimits(SUBMISSION)).toEqual({ outcome: "too-many-attempts", sentence });
});

test("a review is inserted once, as the visitor, without asking for the row", { tags: ["7.2"] }, async () => {
  send.mockResolvedValueOnce(new Response(null, { status: 201 }));
  expect(await insertReview(SUBMISSION)).toBe("saved");
  const [url, init] = send.mock.calls[0] ?? [];
  const headers = new Headers(init?.headers);
  expect(String(url)).toBe("https://db.example/rest/v1/reviews");
  expect(init?.method).toBe("POST");
  expect(headers.get("authorization")).toBe("Bearer the-token");
  expect(headers.get("prefer") ?? "").not.toContain("return=representation");
  expect(JSON.parse(String(init?.body))).toEqual(rowToInsert(SUBMISSION));
});

test("without a session nothing is sent", { tags: ["6.10"] }, async () => {
  token.mockResolvedValue(null);
  expect(await insertReview(SUBMISSION)).toBe("session-expired");
  expect(send).not.toHaveBeenCalled();
});

test("an unreachable account service is not an expired session", async () => {
  token.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(insertReview(SUBMISSION)).rejects.toThrow("The account service could not be reached.");
});

test("a rejected token is refreshed once", async () => {
  renewsTo("new-token");
  send
    .mockResolvedValueOnce(refusal(401, "PGRST303", "JWT expired"))
    .mockResolvedValueOnce(new Response(null, { status: 201 }));
  expect(await insertReview(SUBMISSION)).toBe("saved");
  expect(send).toHaveBeenCalledTimes(2);
});

test("a session that cannot be refreshed, or is rejected again, has expired", async () => {
  send.mockImplementation(async () => refusal(401, "PT401", "Your session has ended."));
  expect(await insertReview(SUBMISSION)).toBe("session-expired");
  expect(send).toHaveBeenCalledOnce();
  expect(forgetSession).toHaveBeenCalledOnce();
  renewsTo("new-token");
  expect(await insertReview(SUBMISSION)).toBe("session-expired");
  expect(send).toHaveBeenCalledTimes(3);
});

test("a refresh that fails for lack of a connection does not end the session", async () => {
  send.mockResolvedValueOnce(refusal(401, "PGRST303", "JWT expired"));
  renewsTo(null, new AuthRetryableFetchError("Failed to fetch", 0));
  await expect(insertReview(SUBMISSION)).rejects.toThrow("The account service could not be reached.");
  expect(forgetSession).not.toHaveBeenCalled();
});

test("a taken id is told apart from a failure", async () => {
  send.mockResolvedValueOnce(refusal(409, "23505", "duplicate key value violates unique constraint"));
  expect(await insertReview(SUBMISSION)).toBe("id-taken");
});

test("a rate limit is no failure: the result says when to retry", async () => {
  const sentence = "You published a review a moment ago. You can publish the next one in 40 seconds.";
  send.mockResolvedValueOnce(refusal(429, "PT429", sentence));
  expect(await insertReview(SUBMISSION)).toEqual({ outcome: "too-many-attempts", sentence });
});

test("a rejected insert fails with the database's own message", async () => {
  send.mockResolvedValueOnce(refusal(400, "PT400", "The move-in date cannot be after today."));
  await expect(insertReview(SUBMISSION)).rejects.toThrow("The move-in date cannot be after today.");
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(insertReview(SUBMISSION)).rejects.toThrow("The database could not be reached.");
});

test("only the visitor's own review is found, and a hidden one is reported as hidden", async () => {
  send.mockResolvedValueOnce(Response.json(null));
  expect(await myStoredSubmission("review-1")).toBeNull();
  const [url, init] = send.mock.calls[0] ?? [];
  expect(String(url)).toBe("https://db.example/rest/v1/rpc/my_review");
  expect(init?.body).toBe(JSON.stringify({ review_id: "review-1" }));
  expect(new Headers(init?.headers).get("authorization")).toBe("Bearer the-token");

  send.mockResolvedValueOnce(Response.json({ hidden: true }));
  expect(await myStoredSubmission("review-1")).toBe("hidden");

  const row = { property_name: "Lakeview Residency", locality: "Baner", city: "Pune", review_text: "Quiet and airy." };
  send.mockResolvedValueOnce(Response.json(row));
  expect(await myStoredSubmission("review-1")).toEqual({
    propertyName: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    comment: "Quiet and airy.",
  });
});

test("a session that expires before the lookup is reported as expired", async () => {
  send.mockImplementation(async () => refusal(401, "PT401", "Your session has ended."));
  expect(await myStoredSubmission("review-1")).toBe("session-expired");
  expect(forgetSession).toHaveBeenCalledOnce();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(myStoredSubmission("review-1")).rejects.toThrow("The database could not be reached.");
});

const SUBMISSION: ReviewSubmission = {
  id: "review-1",
  propertyName: "Lakeview Residency",
  locality: "Baner",
  city: "Pune",
  propertyType: "Apartment",
  moveInDate: null,
  duration: null,
  rating: 4,
  comment: "Quiet and airy.",
  email: null,
  wouldRecommend: false,
  moveOutIntent: null,
  reportedIssues: [{ id: "issue-1", description: "Nil" }],
  proofUrls: ["/storage/v1/object/public/review-proofs/public/1-a.png"],
  howIssuesReported: "in_person",
  issueResolutionStatus: null,
  managementResponseTime: null,
};

function refusal(status: number, code: string, message: string) {
  return Response.json({ code, message, details: null, hint: null }, { status });
}

function renewsTo(accessToken: string | null, error: Error | null = null) {
  const getSession = async () => ({ data: { session: sessionOf(await token()) }, error: null });
  const refreshSession = async () => ({ data: { session: sessionOf(accessToken) }, error });
  vi.mocked(authClient).mockResolvedValue({ getSession, refreshSession } as never);
}

function sessionOf(accessToken: string | null) {
  return accessToken && { access_token: accessToken };
}
