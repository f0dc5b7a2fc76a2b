import { expect, vi } from "vitest";
import { FUZZ_CASES } from "./test-length.ts";

const TIMEOUT_MS = 180_000;

if (/\bfuzz\.test\.tsx?$/.test(expect.getState().testPath ?? "")) {
  const { configureGlobal } = await import("fast-check");
  vi.setConfig({ testTimeout: TIMEOUT_MS });
  configureGlobal({ numRuns: FUZZ_CASES, seed: Number(process.env.FUZZ_SEED) });
}
