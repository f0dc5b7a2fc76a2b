import { afterEach, beforeEach, expect, vi } from "vitest";

// A console.error nobody expected is a defect nobody looked at.
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
