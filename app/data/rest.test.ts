import "./test-window";
import { expect, test } from "vitest";
import { insertReport } from "./reports";
import { insertRow } from "./rest";
import { projectAnswering } from "./test-requests";
import { insertWaitlistEntry } from "./waitlist";

const { send, answer, refuse, sent } = projectAnswering();

const REVIEW_ID = "22222222-2222-4222-8222-222222222222";
const report = () => insertReport({ reviewId: REVIEW_ID, reason: "spam", reporterEmail: null }, "f".repeat(32));
const join = () => insertWaitlistEntry({ name: "Asha", email: "asha.r@example.com" });

test("identifies a signed-in visitor by token and the site by key", async () => {
  answer(null, 201);
  expect(await insertRow("reviews", {}, "the-token")).toBe("inserted");
  expect(sent()).toMatchObject([
    {
      url: "https://db.example/rest/v1/reviews",
      headers: { authorization: "Bearer the-token", apikey: "sb_publishable_test" },
    },
  ]);
});

test.for([
  [
    "report",
    report,
    "sent",
    "already-reported",
    "review_reports",
    { review_id: REVIEW_ID, reason: "spam", reporter_email: null, reporter_fingerprint: "f".repeat(32) },
  ],
  [
    "waitlist entry",
    join,
    "joined",
    "already-registered",
    "referral_waitlist",
    { name: "Asha", email: "asha.r@example.com" },
  ],
] as const)(
  "stores a %s once, without a session",
  { tags: ["3.24", "3.26", "6.11", "8.17"] },
  async ([, insert, inserted, duplicate, table, body]) => {
    answer(null, 201);
    expect(await insert()).toBe(inserted);
    const [request] = sent();
    expect(request).toMatchObject({
      url: `https://db.example/rest/v1/${table}`,
      body,
      headers: { apikey: "sb_publishable_test" },
    });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.headers.prefer ?? "").not.toContain("representation");
    refuse(409, "23505", "duplicate key value violates unique constraint");
    expect(await insert()).toBe(duplicate);
  },
);

test("returns the database's message for a rate limit, and ours for a gateway's", async () => {
  const own = "Too many reports came from this device. You can report again in 12 minutes.";
  const ours = "Too many requests came from your network. You can try again in a minute.";
  for (const insert of [report, join]) {
    refuse(429, "PT429", own);
    send.mockResolvedValueOnce(new Response("<html>429</html>", { status: 429 }));
    expect(await insert()).toEqual({ outcome: "too-many-attempts", sentence: own });
    expect(await insert()).toEqual({ outcome: "too-many-attempts", sentence: ours });
  }
});

test("throws other errors and requests without a response", async () => {
  refuse(400, "PT400", "Write your review.");
  await expect(report()).rejects.toMatchObject({ name: "DatabaseFailure", message: "Write your review." });
  for (const error of [new DOMException("Timed out.", "TimeoutError"), new TypeError("Failed to fetch")]) {
    send.mockRejectedValueOnce(error);
    await expect(join()).rejects.toMatchObject({ name: "DatabaseFailure", status: 0 });
  }
  delete window.__gharsach;
  await expect(report()).rejects.toThrow("The page has no database configuration.");
});
