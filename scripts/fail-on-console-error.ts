import { afterEach, beforeEach, expect, vi } from "vitest";

// An unexpected console.error fails the test.
const errors: unknown[][] = [];

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    errors.push(args);
  });
});

afterEach(() => {
  expect(errors, "console.error was called").toEqual([]);
});
