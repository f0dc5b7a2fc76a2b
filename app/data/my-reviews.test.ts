import "./test-window";
import { beforeEach, expect, test, vi } from "vitest";
import {
  addFollowUp,
  bringBackReview,
  deleteAccount,
  exportMyData,
  makeAnonymous,
  myReviews,
  withdrawReview,
} from "./my-reviews";
import { SessionExpired } from "./signed-in-call";
import { projectAnswering, sessionOf } from "./test-requests";
import { authClient } from "~/data/supabase-auth";

vi.mock("~/data/accounts");
vi.mock("~/data/supabase-auth");

const { answer, refuse, sent } = projectAnswering();

beforeEach(() => {
  vi.mocked(authClient).mockResolvedValue(sessionOf("the-token"));
  document.cookie = "gharsach-changed=; Max-Age=0";
});

const REVIEW = { id: "review-1", comment: "Quiet and airy.", state: "withdrawn" };

test("reads an author's reviews in pages, with the session", { tags: ["11.1"] }, async () => {
  const received = { ticket: "GS-1", receivedAt: "2026-11-25T04:30:00+00:00", outcome: null };
  answer({
    reviews: [REVIEW],
    next: "review-1",
    grievances: [
      { ...received, isAcknowledged: false },
      { ...received, isAcknowledged: true },
      { ...received, isAcknowledged: true, outcome: "upheld" },
    ],
  });
  const receivedAt = Date.parse("2026-11-25T04:30:00Z");
  expect(await myReviews("review-9")).toEqual({
    ...{ reviews: [REVIEW], next: "review-1", replies: [] },
    grievances: ["received", "acknowledged", "upheld"].map((state) => ({ ticket: "GS-1", receivedAt, state })),
  });
  expect(calls()).toEqual([["my_reviews", { after: "review-9" }]]);
  expect(sent()).toMatchObject([{ headers: { authorization: "Bearer the-token" } }]);
});

test.for([
  [makeAnonymous, "make_my_review_anonymous", {}],
  [withdrawReview, "withdraw_my_review", {}],
  [bringBackReview, "bring_back_my_review", {}],
  [(id: string) => addFollowUp(id, "Later", ""), "add_follow_up", { follow_up: "Later", deposit_back: "" }],
] as const)("returns the changed review after %s and bypasses caches", async ([change, name, args]) => {
  answer(REVIEW);
  expect(await change("review-1")).toEqual(REVIEW);
  expect(calls()).toEqual([[name, { review_id: "review-1", ...args }]]);
  expect(document.cookie).toContain("gharsach-changed=1");
});

test("throws the database's message, and recognizes an ended session", async () => {
  refuse(409, "PT409", "Three things can be added.");
  await expect(addFollowUp("review-1", "Four", "")).rejects.toThrow("Three things can be added.");
  refuse(401, "PT401", "Your session has ended.");
  await expect(withdrawReview("review-1")).rejects.toBeInstanceOf(SessionExpired);
});

test("exports readable JSON", { tags: ["11.11"] }, async () => {
  answer({ email: "asha@example.com" });
  expect(await exportMyData()).toBe('{\n  "email": "asha@example.com"\n}');
});

test("deletes an account with or without its reviews", { tags: ["11.12"] }, async () => {
  answer(true);
  await deleteAccount(true);
  expect(calls()).toEqual([["delete_my_account", { with_reviews: true }]]);
  expect(document.cookie).toContain("gharsach-changed=1");
  refuse(403, "PT403", "Enter your password again.");
  await expect(deleteAccount(false)).rejects.toThrow("Enter your password again.");
});

/** Returns the called functions of the database with their arguments. */
function calls() {
  return sent().map(({ url, body }) => [url.replace("https://db.example/rest/v1/rpc/", ""), body]);
}
