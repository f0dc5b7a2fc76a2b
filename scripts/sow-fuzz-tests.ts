import { expect, vi } from "vitest";

// Each property of a fuzz test is tried this often. Other tests need not load the library.
const RUNS = 300;
const TIMEOUT_MS = 180_000;

if (/\bfuzz\.test\.tsx?$/.test(expect.getState().testPath ?? "")) {
  const { configureGlobal } = await import("fast-check");
  vi.setConfig({ testTimeout: TIMEOUT_MS });
  configureGlobal({ numRuns: RUNS, seed: Number(process.env.FUZZ_SEED) });
}
