import { expect, test } from "vitest";
import { isConnectionLost } from "./connection-lost";

test.each([
  "Failed to fetch",
  "failed to fetch",
  "NetworkError when attempting to fetch resource.",
  "Load failed",
  "Failed to fetch dynamically imported module: https://gharsach.in/assets/a.js",
  "error loading dynamically imported module: https://gharsach.in/assets/a.js",
  "Importing a module script failed.",
])("a browser's words for a lost connection: %s", { tags: ["8.23"] }, (message) => {
  expect(isConnectionLost(new TypeError(message))).toBe(true);
  expect(isConnectionLost(new Error("The storage could not be reached.", { cause: new TypeError(message) }))).toBe(
    true,
  );
});

test("a request without a response has status 0, whatever its words", () => {
  expect(isConnectionLost(Object.assign(new Error("signal timed out"), { status: 0 }))).toBe(true);
  expect(isConnectionLost(Object.assign(new Error("Bad Gateway"), { status: 502 }))).toBe(false);
});

test("a defect is no lost connection", () => {
  expect(isConnectionLost(new TypeError("x is undefined"))).toBe(false);
  expect(isConnectionLost("Failed to fetch")).toBe(false);
});
