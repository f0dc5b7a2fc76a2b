import type { Database } from "../app/data/database.ts";
import { hostedDatabase } from "../app/data/hosted-database.ts";
import { withTimeout } from "../app/data/time-limit.ts";
import { type EmbeddedBackend, startEmbeddedBackend } from "./embedded/backend.ts";
import { databaseTime, type ReadWaiting } from "./metrics.ts";
import { withReplica } from "./replica.ts";
import type { Settings } from "./settings.ts";

export interface Backend {
  /** Null if visitors' browsers store the reviews. */
  database: Database | null;
  embedded: EmbeddedBackend | null;
  /** Resolves to the details of /healthz. Rejects if neither the database nor a replica responds. */
  ping(): Promise<object | void>;
  /** Missing without an embedded backend. For a hosted project, the worker exports these metrics. */
  readWaiting?: ReadWaiting;
  stop(): Promise<void>;
}

/** Less than the timeout of load balancers, commonly 5 s. */
const PING_TIMEOUT_MS = 3_000;

export async function startBackend(settings: Settings, signal?: AbortSignal): Promise<Backend> {
  if (settings.backend === "browser") {
    return { database: null, embedded: null, ping: async () => {}, stop: async () => {} };
  }
  if (settings.backend === "supabase") {
    const { supabaseUrl: url, supabasePublishableKey: publishableKey, proofThumbnails, readUrl } = settings;
    const database = measured(hostedDatabase({ url, publishableKey, proofThumbnails }));
    const newestReview = () => database.call("recent_reviews", { at_most: 1 });
    const replica = readUrl ? measured(hostedDatabase({ url: readUrl, publishableKey, isReplica: true })) : null;
    const hosted = { database, embedded: null, ping: () => pingOnce(newestReview), stop: async () => {} };
    return replica ? { ...hosted, ...(await withReplica(hosted, replica)) } : hosted;
  }
  const embedded = await startEmbeddedBackend(settings, signal);
  const { call, callReplica, publishableKey, readWaiting, stop } = embedded;
  const database = measured({ call, publicUrl: "", publishableKey });
  const replica = callReplica && measured({ ...database, call: callReplica });
  const backend = { database, embedded, ping: () => pingOnce(embedded.ping), readWaiting, stop };
  return replica ? { ...backend, ...(await withReplica(backend, replica)) } : backend;
}

function measured(database: Database): Database {
  return {
    ...database,
    async call(name, args) {
      const end = databaseTime.startTimer({ function: name });
      return database.call(name, args).finally(end);
    },
  };
}

/** Concurrent health checks share a ping, so that a hanging database gets one at a time. */
let pinging: Promise<unknown> | null = null;

async function pingOnce(ping: () => Promise<unknown>): Promise<void> {
  pinging ??= ping().finally(() => {
    pinging = null;
  });
  await withTimeout(pinging, `The database does not answer within ${PING_TIMEOUT_MS / 1000} s.`, PING_TIMEOUT_MS);
}
