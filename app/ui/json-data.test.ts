import { expect, test } from "vitest";
import { fromJson, type JsonData, toJson } from "./json-data";

const LIST = { groups: [{ comment: "</script>", rating: 4, locality: null }] };

test("returns the same object on the server, and one equal object in the browser", () => {
  const sent = toJson(LIST);
  expect(fromJson(sent)).toBe(LIST);
  const received = structuredClone(sent) as JsonData<typeof LIST>;
  expect(fromJson(received)).toEqual(LIST);
  expect(fromJson(received)).toBe(fromJson(received));
});

test("passes null, undefined and failures through", () => {
  expect([toJson(null), fromJson(null), fromJson(undefined)]).toEqual([null, null, undefined]);
  const failure = { status: 503 };
  expect(fromJson(failure)).toBe(failure);
});
