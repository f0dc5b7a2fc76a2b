import { expect, test } from "vitest";
import { noResponse } from "./connection-lost";

test.each([
  "Failed to fetch",
  "failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
  "Failed to fetch dynamically imported module: https://gharsach.in/assets/a.js",
  "error loading dynamically imported module: https://gharsach.in/assets/a.js",
  "Importing a module script failed.",
])("a browser's words for a lost connection: %s", { tags: ["8.23"] }, (message) => {
  expect(noResponse(new TypeError(message))).toBe("connection-lost");
  expect(noResponse(new Error("The storage could not be reached.", { cause: new TypeError(message) }))).toBe(
    "connection-lost",
  );
});

test("a request without a response has status 0, whatever its words", () => {
  expect(noResponse(Object.assign(new Error("signal timed out"), { status: 0 }))).toBe("connection-lost");
  expect(noResponse(Object.assign(new Error("Bad Gateway"), { status: 502 }))).toBeNull();
});

test("a defect is no lost connection", () => {
  expect(noResponse(new TypeError("x is undefined"))).toBeNull();
  expect(noResponse("Failed to fetch")).toBeNull();
});
