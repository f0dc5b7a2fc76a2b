// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addFollowUp,
  bringBackReview,
  deleteAccount,
  exportMyData,
  makeAnonymous,
  myReviews,
  withdrawReview,
} from "./my-reviews";
import type { forgetSession } from "~/data/accounts";
import { authClient } from "~/data/supabase-auth";

vi.mock(import("~/data/accounts"), () => ({ forgetSession: vi.fn<typeof forgetSession>() }) as never);
vi.mock(import("~/data/supabase-auth"), () => ({ authClient: vi.fn<typeof authClient>() }) as never);

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  vi.stubGlobal("fetch", send);
  send.mockReset();
  const session = { access_token: "the-token" };
  vi.mocked(authClient).mockResolvedValue({
    getSession: async () => ({ data: { session }, error: null }),
    refreshSession: async () => ({ data: { session: null }, error: null }),
  } as never);
  document.cookie = "gharsach-changed=; Max-Age=0";
});
afterEach(() => vi.unstubAllGlobals());

const ROW = {
  id: "review-1",
  property_id: "p1",
  property_name: "Lakeview Residency",
  locality: "Baner",
  city: "Pune",
  rating: 4,
  review_text: "Quiet and airy.",
  display_name: "asha",
  created_on: "2026-11-01",
  follow_ups: [{ text: "Deposit returned.", created_on: "2026-11-20" }],
  state: "withdrawn",
  is_anonymous: false,
  withdrawn_on: "2026-11-25",
  erased_on: "2026-12-25",
  hidden: { reason: "Names a neighbour.", clause: "4" },
};

const REVIEW = {
  ...{
    id: "review-1",
    propertyId: "p1",
    propertyName: "Lakeview Residency",
    locality: "Baner",
    city: "Pune",
    rating: 4,
  },
  ...{
    comment: "Quiet and airy.",
    displayName: "asha",
    publishedOn: "2026-11-01",
    state: "withdrawn",
    isAnonymous: false,
  },
  followUps: [{ text: "Deposit returned.", addedOn: "2026-11-20" }],
  erasedOn: "2026-12-25",
  hidden: { reason: "Names a neighbour.", clause: "4" },
};

test("an author's reviews are read page by page, with the session", { tags: ["11.1"] }, async () => {
  answer({ reviews: [ROW], next: "review-1" });
  expect(await myReviews("review-9")).toMatchObject({ reviews: [REVIEW], next: "review-1", replies: [] });
  expect(sent()).toEqual([["/rest/v1/rpc/my_reviews", { after: "review-9" }]]);
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get("Authorization")).toBe("Bearer the-token");
});

test("each change answers with the review as it is then, and its author sees it past the caches", async () => {
  const changes = [
    [() => makeAnonymous("review-1"), "make_my_review_anonymous", {}],
    [() => withdrawReview("review-1"), "withdraw_my_review", {}],
    [() => bringBackReview("review-1"), "bring_back_my_review", {}],
    [() => addFollowUp("review-1", "Later"), "add_follow_up", { follow_up: "Later" }],
  ] as const;
  for (const [change, name, args] of changes) {
    send.mockReset();
    document.cookie = "gharsach-changed=; Max-Age=0";
    answer(ROW);
    expect(await change(), name).toMatchObject(REVIEW);
    expect(sent()).toEqual([[`/rest/v1/rpc/${name}`, { review_id: "review-1", ...args }]]);
    expect(document.cookie).toContain("gharsach-changed=1");
  }
});

test("what the database refuses is thrown with its sentence; an ended session is told apart", async () => {
  answer({ code: "PT409", message: "Three things can be added." }, 409);
  await expect(addFollowUp("review-1", "Four")).rejects.toThrow("Three things can be added.");
  answer({ code: "PT401", message: "Your session has ended." }, 401);
  expect(await withdrawReview("review-1")).toBe("session-expired");
});

test("an export is JSON that people can read", { tags: ["11.26"] }, async () => {
  answer({ accounts: [{ email: "asha@example.com" }] });
  expect(await exportMyData()).toEqual({
    json: '{\n  "accounts": [\n    {\n      "email": "asha@example.com"\n    }\n  ]\n}',
  });
});

test("an account is deleted review by review, and last itself", { tags: ["11.12"] }, async () => {
  for (const body of [true, true, true, false, true]) answer(body);
  expect(await deleteAccount(true)).toBe("deleted");
  const erase = ["/rest/v1/rpc/erase_my_next_review", { with_text: true }];
  expect(sent()).toEqual([
    ["/rest/v1/rpc/begin_deleting_my_account", { with_reviews: true }],
    ...[erase, erase, erase],
    ["/rest/v1/rpc/delete_my_account", {}],
  ]);
});

test("a deletion that is refused deletes nothing more", { tags: ["11.13"] }, async () => {
  answer(true);
  answer({ code: "PT403", message: "Enter your password again." }, 403);
  await expect(deleteAccount(false)).rejects.toThrow("Enter your password again.");
  expect(send).toHaveBeenCalledTimes(2);
});

function answer(body: unknown, status = 200) {
  send.mockResolvedValueOnce(Response.json(body, { status }));
}

function sent() {
  return send.mock.calls.map(([url, init]) => [new URL(String(url)).pathname, JSON.parse(String(init?.body))]);
}
