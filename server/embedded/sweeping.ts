import { logError } from "../log.ts";

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1000;

/** Sweeps a minute after the start and then every six hours. A failure is logged; the next time tries again. */
export function keepSweeping(sweep: () => Promise<unknown>): { stop(): void } {
  const run = () => void sweep().catch((error: unknown) => logError("sweeping uploads:", error));
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const every = setInterval(run, EVERY_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(every);
    },
  };
}
