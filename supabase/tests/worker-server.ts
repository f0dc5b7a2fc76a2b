import { inject } from "vitest";

/** What global setup has made for the worker that runs this file, out of what it made for each. */
export function ofWorker<T>(made: T[]): T {
  const own = made[(Number(process.env.VITEST_POOL_ID) - 1) % made.length];
  if (!own) throw new Error("The global setup of this project has made nothing.");
  return own;
}

export const server = ofWorker(inject("servers"));
