// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerOf, restClient, tooMany } from "./rest";

const auth = vi.hoisted(() => ({ currentAccessToken: vi.fn<() => Promise<string | null>>() }));
vi.mock("~/data/supabase-auth", () => auth);

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://db.example", publishableKey: "sb_publishable_test" };
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a signed-in visitor is known by their token, the site by its key", async () => {
  auth.currentAccessToken.mockResolvedValue("the-token");
  const headers = await headersSent();
  expect(headers.get("authorization")).toBe("Bearer the-token");
  expect(headers.get("apikey")).toBe("sb_publishable_test");
});

test("without a session no Authorization header is sent", async () => {
  auth.currentAccessToken.mockResolvedValue(null);
  const headers = await headersSent();
  expect(headers.has("authorization")).toBe(false);
  expect(headers.get("apikey")).toBe("sb_publishable_test");
});

test("a site without a database says so", async () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  await expect(restClient()).rejects.toThrow("Database connection is required.");
});

test("a question that takes too long is answered with what to do", () => {
  const error = { message: "canceling statement due to statement timeout", code: "57014" };
  expect(() => answerOf({ data: null, error, status: 500 })).toThrow(
    "This takes too long. Add a city or another word to a search, or try again later.",
  );
});

test("a limit is told in the database's own words, that of a gateway in ours; anything else is no limit", () => {
  const sentence = "Too many reports came from this device. You can report again in 12 minutes.";
  expect(tooMany(failureOf(429, "PT429", sentence))).toEqual({ outcome: "too-many-attempts", sentence });
  expect(tooMany(failureOf(429, "", "<html>429</html>"))).toEqual({
    outcome: "too-many-attempts",
    sentence: "Too many requests came from your network. You can try again in a minute.",
  });
  expect(tooMany(failureOf(400, "PT400", "Write your review."))).toBeNull();
  expect(tooMany(new Error("Failed to fetch"))).toBeNull();
});

function failureOf(status: number, code: string, message: string): unknown {
  try {
    return answerOf({ data: null, error: { message, code }, status });
  } catch (failure) {
    return failure;
  }
}

async function headersSent() {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([])));
  vi.stubGlobal("fetch", send);
  await (await restClient()).from("reviews").select();
  expect(send.mock.calls[0]?.[0]).toBe("https://db.example/rest/v1/reviews?select=*");
  return new Headers(send.mock.calls[0]?.[1]?.headers);
}
