import type { Database } from "../app/data/database.ts";
import { hostedDatabase } from "../app/data/hosted-database.ts";
import { withTimeout } from "../app/data/time-limit.ts";
import { type EmbeddedBackend, startEmbeddedBackend } from "./embedded/backend.ts";
import { databaseTime, type ReadWaiting } from "./metrics.ts";
import { withReplica } from "./replica.ts";
import type { Settings } from "./settings.ts";

/** What the web server needs from whichever backend the settings name. */
export interface Backend {
  /** Null where visitors' browsers keep the reviews. */
  database: Database | null;
  embedded: EmbeddedBackend | null;
  /** Resolves to what /healthz says beside its status. Rejects when neither the database nor a replica of it answers. */
  ping(): Promise<object | void>;
  /** None where the web server may not ask: the worker of a hosted project does. */
  readWaiting?: ReadWaiting;
  stop(): Promise<void>;
}

/** Sooner than load balancers give up on a health check, commonly after 5 s. */
const PING_TIMEOUT_MS = 3_000;

/** Starts or connects the backend of the settings. Throws when it cannot work, or when `signal` says to stop. */
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

/** One ping at a time, however often the health of a database that hangs is requested. */
let pinging: Promise<unknown> | null = null;

async function pingOnce(ping: () => Promise<unknown>): Promise<void> {
  pinging ??= ping().finally(() => {
    pinging = null;
  });
  await withTimeout(pinging, `The database does not answer within ${PING_TIMEOUT_MS / 1000} s.`, PING_TIMEOUT_MS);
}
