import { expect, test } from "vitest";
import { failureSentence, noResponse } from "./connection-lost";

test.each([
  "Failed to fetch",
  "failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
  "Failed to fetch dynamically imported module: https://gharsach.in/assets/a.js",
  "error loading dynamically imported module: https://gharsach.in/assets/a.js",
  "Importing a module script failed.",
])("recognizes a browser's words for a lost connection: %s", { tags: ["8.22"] }, (message) => {
  expect(noResponse(new TypeError(message))).toBe("connection-lost");
  expect(noResponse(new Error("The storage could not be reached.", { cause: new TypeError(message) }))).toBe(
    "connection-lost",
  );
});

test("recognizes status 0 as a lost connection, but not a defect", () => {
  expect(noResponse(Object.assign(new Error("signal timed out"), { status: 0 }))).toBe("connection-lost");
  const others = [Object.assign(new Error("Bad Gateway"), { status: 502 }), new TypeError("x is undefined")];
  expect([...others, "Failed to fetch"].map(noResponse)).toEqual([null, null, null]);
});

const NETWORK =
  "Your network responded instead of this site. Open another website to see whether the network asks for a log-in, then try again.";
const SITE = "This site is not responding. Please try again in a few minutes.";
const FAULT = "Something went wrong on our side. Please try again in a moment.";

test.each([
  [{ status: 503, statusText: "", data: "The database could not be reached." }, "The database could not be reached."],
  [new Error("Add a city or another word to the search."), "Add a city or another word to the search."],
  [{ status: 502, statusText: "Bad Gateway", data: "<html><h1>502</h1></html>" }, SITE],
  [{ status: 504, statusText: "", data: "upstream request timeout" }, SITE],
  [Object.assign(new Error("Bad Gateway"), { status: 502 }), SITE],
  [{ status: 403, statusText: "Forbidden", data: "Forbidden" }, NETWORK],
  [{ status: 511, statusText: "", data: "" }, NETWORK],
  [new Error("Unable to decode turbo-stream response"), NETWORK],
  [new SyntaxError("Unexpected token '<', \"<html>\" is not valid JSON"), NETWORK],
  [{ status: 429, data: "" }, "Too many requests came from your network. You can try again in a minute."],
  [new TypeError("Failed to fetch"), "There is no connection. Check your network and try again."],
  [new TypeError("Cannot read properties of undefined."), FAULT],
  [Object.assign(new Error('new row violates check constraint "a"'), { code: "23514", status: 400 }), FAULT],
  [{ status: 404, data: { ways: [] } }, FAULT],
  ["odd", FAULT],
])("words a failure by its cause, without technical terms: %o", { tags: ["11.265"] }, (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence);
});
