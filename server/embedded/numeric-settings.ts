import type postgres from "postgres";
import { logError } from "../log.ts";

/** So soon a number that an operator changes in private.settings holds. */
const READ_EVERY_MS = 60_000;

/** Reads the numbers in private.settings at the start and every minute, and hands them on. */
export function followNumericSettings(sql: postgres.Sql, take: (numbers: Record<string, unknown>) => void) {
  let timer: NodeJS.Timeout | undefined;
  let reading = Promise.resolve();

  async function read(): Promise<void> {
    const [row] = await sql<{ numbers: Record<string, unknown> }[]>`select private.setting_numbers() as numbers`;
    take(row?.numbers ?? {});
  }

  return {
    async start(): Promise<void> {
      await read();
      // While the database does not answer, the numbers that were read last go on.
      timer = setInterval(() => {
        reading = read().catch((error: unknown) => logError("settings:", error));
      }, READ_EVERY_MS);
      timer.unref();
    },
    /** Resolves when nothing is being read any more. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await reading;
    },
  };
}
