// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insertWaitlistEntry } from "./waitlist";

const ENTRY = { name: "Asha", email: "asha.r@example.com" };

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "", publishableKey: "sb_publishable_test" };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("an entry is stored, and nothing but the entry is sent", { tags: ["3.26", "7.6"] }, async () => {
  const send = answer(201, null);
  expect(await insertWaitlistEntry(ENTRY)).toBe("joined");
  const [address, init] = send.mock.calls[0] ?? [];
  expect(address).toBe(`${window.location.origin}/rest/v1/referral_waitlist`);
  expect(JSON.parse(String(init?.body))).toEqual(ENTRY);
  const headers = new Headers(init?.headers);
  expect(headers.get("apikey")).toBe("sb_publishable_test");
  expect(headers.has("authorization")).toBe(false);
  expect(headers.get("prefer") ?? "").not.toContain("representation");
});

test("an email that is in the list is not added again", { tags: ["8.18"] }, async () => {
  answer(409, { code: "23505", message: "duplicate key value violates unique constraint" });
  expect(await insertWaitlistEntry(ENTRY)).toBe("already-registered");
});

test("an entry too many is no failure: the answer says when to try again", async () => {
  const sentence = "Too many people joined from your network. You can join in 5 minutes.";
  answer(429, { code: "PT429", message: sentence });
  expect(await insertWaitlistEntry(ENTRY)).toEqual({ outcome: "too-many-attempts", sentence });
});

test("another refusal is thrown", async () => {
  answer(400, { code: "PT400", message: "Please provide both name and email." });
  await expect(insertWaitlistEntry(ENTRY)).rejects.toThrow("Please provide both name and email.");
});

test("a lost connection is thrown", async () => {
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
  await expect(insertWaitlistEntry(ENTRY)).rejects.toThrow("The database could not be reached.");
});

function answer(status: number, body: unknown) {
  const send = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", send);
  return send;
}
