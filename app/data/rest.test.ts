// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insertRow } from "./rest";

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  send.mockReset().mockImplementation(async () => new Response(null, { status: 201 }));
  vi.stubGlobal("fetch", send);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a signed-in visitor is known by their token, the site by its key", async () => {
  expect(await insertRow("reviews", {}, "the-token")).toBe("inserted");
  expect(headersSent().get("authorization")).toBe("Bearer the-token");
  expect(headersSent().get("apikey")).toBe("sb_publishable_test");
});

test("without a token no Authorization header is sent", { tags: ["6.11"] }, async () => {
  await insertRow("reviews", {});
  expect(headersSent().has("authorization")).toBe(false);
  expect(headersSent().get("apikey")).toBe("sb_publishable_test");
});

test("a page without configuration says so", async () => {
  delete window.__gharsach;
  await expect(insertRow("reviews", {})).rejects.toThrow("The page carries no database configuration.");
});

test("what is there already is told apart from a refusal", async () => {
  refuse(409, "23505", "duplicate key value violates unique constraint");
  expect(await insertRow("reviews", {})).toBe("duplicate");
  refuse(400, "PT400", "Write your review.");
  await expect(insertRow("reviews", {})).rejects.toMatchObject({
    name: "DatabaseFailure",
    message: "Write your review.",
  });
});

test("a limit is reported in the database's own words, that of a gateway in ours", async () => {
  const sentence = "Too many reports came from this device. You can report again in 12 minutes.";
  refuse(429, "PT429", sentence);
  expect(await insertRow("review_reports", {})).toEqual({ outcome: "too-many-attempts", sentence });
  send.mockResolvedValueOnce(new Response("<html>429</html>", { status: 429 }));
  expect(await insertRow("review_reports", {})).toEqual({
    outcome: "too-many-attempts",
    sentence: "Too many requests came from your network. You can try again in a minute.",
  });
});

test.each([new DOMException("The operation timed out.", "TimeoutError"), new TypeError("Failed to fetch")])(
  "a request without a response has status 0: %s",
  async (error) => {
    send.mockRejectedValueOnce(error);
    await expect(insertRow("reviews", {})).rejects.toMatchObject({ name: "DatabaseFailure", status: 0 });
  },
);

function refuse(status: number, code: string, message: string) {
  send.mockResolvedValueOnce(Response.json({ code, message, details: null, hint: null }, { status }));
}

function headersSent() {
  expect(send.mock.calls[0]?.[0]).toBe("https://db.example/rest/v1/reviews");
  return new Headers(send.mock.calls[0]?.[1]?.headers);
}
