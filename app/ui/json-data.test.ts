import { expect, test } from "vitest";
import { fromJson, type JsonData, toJson } from "./json-data";

const LIST = { groups: [{ comment: "</script>", rating: 4, locality: null }] };

test("what a loader returns is the same object on the server, and its equal in the browser, each time the same", () => {
  const sent = toJson(LIST);
  expect(fromJson(sent)).toBe(LIST);
  const received = structuredClone(sent) as JsonData<typeof LIST>;
  expect(fromJson(received)).toEqual(LIST);
  expect(fromJson(received)).toBe(fromJson(received));
});

test("a word, nothing and a failure stay as they are", () => {
  expect([toJson("elsewhere"), fromJson("elsewhere"), fromJson(undefined)]).toEqual([
    "elsewhere",
    "elsewhere",
    undefined,
  ]);
  const failure = { status: 503 };
  expect(fromJson(failure)).toBe(failure);
});
