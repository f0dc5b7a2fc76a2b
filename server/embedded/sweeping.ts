import { logError } from "../log.ts";

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * Sweeps a minute after the start and then every six hours. A failure is logged; the next time tries again. `stop` resolves
 * when no sweep is under way.
 */
export function keepSweeping(sweep: () => Promise<unknown>): { stop(): Promise<void> } {
  let sweeping: Promise<unknown> = Promise.resolve();
  const run = () => {
    sweeping = sweep().catch((error: unknown) => logError("sweeping:", error));
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const every = setInterval(run, EVERY_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(every);
      await sweeping;
    },
  };
}
