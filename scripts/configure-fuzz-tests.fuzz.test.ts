import { readConfigureGlobal } from "fast-check";
import { expect, test } from "vitest";
import { FUZZ_CASES } from "./test-length.ts";

test("runs as many cases of a fuzz test as configured, with a given seed", () => {
  expect(readConfigureGlobal()).toMatchObject({ numRuns: FUZZ_CASES, seed: Number(process.env.FUZZ_SEED) });
  expect(process.env.FUZZ_SEED).toMatch(/^\d+$/);
});
