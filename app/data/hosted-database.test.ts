import { expect, test, vi } from "vitest";
import { hostedDatabase } from "./hosted-database";
import { projectAnswering } from "./test-requests";

const { send, answer, sent } = projectAnswering();

test("sends a call as one POST with the public key and no session", { tags: ["1.2", "6.1"] }, async () => {
  answer([]);
  answer(["Pune"]);
  expect(await database().call("recent_reviews", { at_most: 4 })).toEqual([]);
  expect(await database().call("review_cities")).toEqual(["Pune"]);
  const headers = { apikey: "sb_publishable_test", "content-type": "application/json" };
  const url = "https://db.example/rest/v1/rpc/recent_reviews";
  expect(sent()).toMatchObject([{ url, method: "POST", body: { at_most: 4 } }, { body: {} }]);
  expect(sent()[0]?.headers).toEqual(headers);
});

test("calls a replica with one GET, with objects as JSON and without nulls", async () => {
  answer([]);
  const args = { city: "Pune", after: null, page_size: 4, filters: { deposit: ["back"] } };
  await database({ isReplica: true }).call("homes_of_city", args);
  const [request] = sent();
  expect(request).toMatchObject({ method: undefined, body: undefined, headers: { apikey: "sb_publishable_test" } });
  expect(decodeURIComponent(request?.url ?? "")).toBe(
    'https://db.example/rest/v1/rpc/homes_of_city?city=Pune&page_size=4&filters={"deposit":["back"]}',
  );
});

test.for([
  ['{"code":"PT400","message":"This page does not exist."}', 400, "PT400", "This page does not exist."],
  ["<html>502</html>", 502, "", ""],
  ["null", 502, "", ""],
  ['{"code":7,"message":{}}', 502, "", ""],
] as const)("returns the HTTP status and PostgREST's code of a refusal: %s", async ([body, status, code, message]) => {
  send.mockResolvedValueOnce(new Response(body, { status }));
  await expect(database().call("review_cities")).rejects.toMatchObject({ status, code, message });
});

test.for([
  ["a lost connection", new TypeError("fetch failed"), /^TypeError/, ""],
  ["a timeout", new DOMException("Timed out.", "TimeoutError"), /^TimeoutError/, "TIMED_OUT"],
  ["a page in place of JSON", new Response("<html>"), /^SyntaxError/, ""],
] as const)("returns status 0 without a response: %s", async ([, result, message, code]) => {
  send.mockImplementationOnce(() => (result instanceof Response ? Promise.resolve(result) : Promise.reject(result)));
  const failure = { message: expect.stringMatching(message), status: 0, code };
  await expect(database().call("review_cities")).rejects.toMatchObject(failure);
});

test("times out a call after 4 seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  answer([]);
  await database().call("review_cities");
  expect(timeout).toHaveBeenCalledExactlyOnceWith(4_000);
  expect(send.mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value);
});

test("gives browsers the same URL and the settings of photos", () => {
  const options = { proofThumbnails: "original" } as const;
  const project = { publicUrl: "https://db.example", publishableKey: "sb_publishable_test" };
  expect(database(options)).toMatchObject({ ...project, ...options });
});

function database(options: Partial<Parameters<typeof hostedDatabase>[0]> = {}) {
  return hostedDatabase({ url: "https://db.example", publishableKey: "sb_publishable_test", ...options });
}
