import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hostedDatabase } from "./hosted-database";

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal("fetch", send);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a call is one POST with the public key and no session", { tags: ["1.4", "6.1"] }, async () => {
  send.mockResolvedValueOnce(Response.json([]));
  expect(await database().call("recent_reviews", { at_most: 4 })).toEqual([]);
  const [address, init] = send.mock.calls[0] ?? [];
  expect(address).toBe("https://db.example/rest/v1/rpc/recent_reviews");
  expect(init).toMatchObject({ method: "POST", body: '{"at_most":4}' });
  const headers = new Headers(init?.headers);
  expect(headers.get("apikey")).toBe("sb_publishable_test");
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.has("authorization")).toBe(false);
});

test("a function without arguments is called with none", async () => {
  send.mockResolvedValueOnce(Response.json(["Pune"]));
  expect(await database().call("review_cities")).toEqual(["Pune"]);
  expect(send.mock.calls[0]?.[1]?.body).toBe("{}");
});

test("a refusal has the status of HTTP and the code of PostgREST", async () => {
  const refusal = { code: "PT400", message: "This page does not exist.", details: null, hint: null };
  send.mockResolvedValueOnce(Response.json(refusal, { status: 400 }));
  await expect(database().call("review_cities")).rejects.toMatchObject({
    message: "This page does not exist.",
    code: "PT400",
    status: 400,
  });
});

test.each(["<html>502</html>", "null", "[]", '{"code":7,"message":{}}'])(
  "a gateway's own page is a refusal without a code: %s",
  async (body) => {
    send.mockResolvedValueOnce(new Response(body, { status: 502 }));
    await expect(database().call("review_cities")).rejects.toMatchObject({ code: "", status: 502 });
  },
);

test.each([
  ["a lost connection", () => Promise.reject(new TypeError("fetch failed")), /^TypeError/, ""],
  ["a timeout", () => Promise.reject(new DOMException("Timed out.", "TimeoutError")), /^TimeoutError/, "TIMED_OUT"],
  ["a page in place of JSON", async () => new Response("<html>"), /^SyntaxError/, ""],
])("without a response the status is 0: %s", async (_, answer, message, code) => {
  send.mockImplementationOnce(answer);
  await expect(database().call("review_cities")).rejects.toMatchObject({
    message: expect.stringMatching(message),
    status: 0,
    code,
  });
});

test("a call is given 4 seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  send.mockResolvedValueOnce(Response.json([]));
  await database().call("review_cities");
  expect(timeout).toHaveBeenCalledExactlyOnceWith(4_000);
  expect(send.mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value);
});

test("browsers call the same address, and what is said of photos and captcha is passed on", () => {
  const captcha = { provider: "turnstile", siteKey: "key" } as const;
  expect(database({ proofThumbnails: "original", captcha })).toMatchObject({
    publicUrl: "https://db.example",
    publishableKey: "sb_publishable_test",
    proofThumbnails: "original",
    captcha,
  });
});

function database(options: Partial<Parameters<typeof hostedDatabase>[0]> = {}) {
  return hostedDatabase({ url: "https://db.example", publishableKey: "sb_publishable_test", ...options });
}
