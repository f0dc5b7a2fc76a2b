import { readConfigureGlobal } from "fast-check";
import { expect, test } from "vitest";
import { FUZZ_CASES } from "./test-length.ts";

test("a fuzz test has as many cases as the length of the run asks for, and a seed that can be given", () => {
  expect(readConfigureGlobal()).toMatchObject({ numRuns: FUZZ_CASES, seed: Number(process.env.FUZZ_SEED) });
  expect(process.env.FUZZ_SEED).toMatch(/^\d+$/);
});
