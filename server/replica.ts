import type { Database, DatabaseFunction, FunctionCall } from "../app/data/database.ts";
import { PAGE_TIMEOUT_MS, withTimeout } from "../app/data/time-limit.ts";
import { log, logError } from "./log.ts";
import { runPeriodically } from "./periodic-jobs.ts";

const PROBE_EVERY_MS = 2_000;
const PROBE_TIMEOUT_MS = 1_500;
/** Consecutive failures that count as down: a single probe may be late because this process is busy. */
const PROBES_MISSED_BY_PRIMARY = 2;
const MAX_LAG_SECONDS = 30;
/**
 * How long a call waits for the replica before it also asks the primary: a slower replica may have died since the last probe.
 * Hardly any query takes as long.
 */
const PATIENCE_MS = 1_000;
/** Functions that write, or take a secret, which the URL and so the log of a hosted replica would contain. */
const ONLY_PRIMARY = new Set<DatabaseFunction>([
  "unfollow",
  "follows_of_link",
  "place_alert",
  "answer_place_alert",
  "grievance_status",
]);

/** The part of Backend (server/backend.ts) that a replica changes. */
interface Primary {
  database: Database;
  ping(): Promise<object | void>;
  stop(): Promise<void>;
}

/** Adds a replica to a backend. If one database does not respond, the other is used. (docs/decisions/0017) */
export async function withReplica(backend: Primary, replica: Database): Promise<Primary> {
  const { database: primary } = backend;
  let missed = 0;
  const isPaused = () => missed >= PROBES_MISSED_BY_PRIMARY;
  /** Why pages do not read from the replica; null if they do. */
  let fault: string | null = null;
  let hasMatched = false;
  let logged = "";

  async function probe(): Promise<void> {
    const [ahead, behind] = await Promise.all([heartbeatOf(primary), heartbeatOf(replica)]);
    missed = ahead === null ? missed + 1 : 0;
    hasMatched ||= ahead !== null && ahead === behind;
    if (behind === null) fault = "it does not answer";
    else if (isPaused()) fault = null;
    else if (ahead !== null && !hasMatched) fault = "it has never had the data of the primary";
    else if (ahead !== null)
      fault = ahead - behind > MAX_LAG_SECONDS ? `it is more than ${MAX_LAG_SECONDS} s behind` : null;
    const state = [
      isPaused() ? "The primary does not answer: publishing is paused." : "The primary answers.",
      fault ? `Pages are not read from the replica: ${fault}.` : "Pages are read from the replica.",
    ].join(" ");
    if (state !== logged) (isPaused() || fault ? logError : log)((logged = state));
  }

  const callFirst =
    (isOwn: boolean): FunctionCall =>
    async (name, args) => {
      if (fault || ONLY_PRIMARY.has(name)) return primary.call(name, args);
      const isPrimaryFirst = isOwn && !isPaused();
      const [first, second] = isPrimaryFirst ? [primary, replica] : [replica, primary];
      const answer = first.call(name, args);
      try {
        // Waits longer for the primary: the replica may lack this visitor's changes.
        return await withTimeout(answer, "No answer yet.", isPrimaryFirst ? PAGE_TIMEOUT_MS : PATIENCE_MS);
      } catch (error) {
        const { status, code } = error as { status?: number; code?: string };
        // The other database would fail, too: an unknown cursor, or a slow query (57014).
        if (status === 400 || code === "57014") throw error;
        return Promise.any([answer, second.call(name, args)]).catch(({ errors }: AggregateError) => {
          throw errors[1];
        });
      }
    };

  await probe();
  const jobs = runPeriodically([{ name: "replica", everyMs: PROBE_EVERY_MS, run: probe }]);
  return {
    database: { ...primary, call: callFirst(true), callReplica: callFirst(false), isPaused },
    async ping() {
      const [{ status }] = await Promise.allSettled([backend.ping()]);
      if (status === "rejected" && fault) throw new Error(`The primary does not answer. Its replica: ${fault}.`);
      return { status: status === "fulfilled" ? "ok" : "degraded", replica: fault ?? "ok" };
    },
    stop: () => jobs.stop().then(backend.stop),
  };
}

function heartbeatOf({ call }: Database): Promise<number | null> {
  return withTimeout(call("heartbeat"), "No heartbeat.", PROBE_TIMEOUT_MS).then(Number, () => null);
}
