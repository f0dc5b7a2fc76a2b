import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { z } from "zod";
import { withTimeout } from "../app/data/time-limit.ts";
import { logError } from "./log.ts";
import { SettingsError } from "./setting-values.ts";

/** No label contains a value that visitors can choose. (docs/operations.md) */
const registry = new Registry();
const registers = [registry];
const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

const requests = new Histogram({
  name: "gharsach_request_seconds",
  help: "Duration of requests, by kind and status.",
  labelNames: ["kind", "status"],
  buckets: SECONDS,
  registers,
});

export const renderingTime = new Histogram({
  name: "gharsach_rendering_seconds",
  help: "Duration of rendering a page, with its database calls.",
  buckets: SECONDS,
  registers,
});

export const databaseTime = new Histogram({
  name: "gharsach_database_seconds",
  help: "Duration of database calls of pages, by function.",
  labelNames: ["function"],
  buckets: SECONDS,
  registers,
});

export const cacheHits = new Counter({
  name: "gharsach_page_cache_hits_total",
  help: "Pages sent from the cache: fresh, or stale while they are revalidated.",
  labelNames: ["state"],
  registers,
});

export const limitsReached = new Counter({
  name: "gharsach_limits_reached_total",
  help: "Requests that this server refused, by limit.",
  labelNames: ["limit"],
  registers,
});

export const jobRuns = new Counter({
  name: "gharsach_job_runs_total",
  help: "Runs of periodic jobs, by job and outcome.",
  labelNames: ["job", "outcome"],
  registers,
});

export const jobSucceeded = new Gauge({
  name: "gharsach_job_success_timestamp_seconds",
  help: "Last success of each periodic job; until the first, the start of the process.",
  labelNames: ["job"],
  registers,
});

const queueTasks = new Gauge({
  name: "gharsach_queue_tasks",
  help: "Running and waiting tasks, by queue.",
  labelNames: ["queue", "state"],
  registers,
});
type CountTasks = () => { running: number; waiting: number };
const queues = new Map<string, CountTasks>();

export function watchQueue(name: string, tasks: CountTasks): void {
  queues.set(name, tasks);
}

const KINDS: [string, string][] = [
  ["/assets/", "file"],
  ["/healthz", "health"],
  ["/auth/v1/", "auth"],
  ["/rest/v1/", "rest"],
  ["/storage/v1/", "storage"],
];

export function countAnswer(path: string, status: number, milliseconds: number): void {
  const kind = KINDS.find(([start]) => path.startsWith(start))?.[1] ?? "page";
  requests.observe({ kind, status }, milliseconds / 1000);
}

// Exported only by processes that may query the database. Elsewhere the metric is absent: 0 would be misread.
const gauge = (name: string, help: string) => new Gauge({ name: `gharsach_${name}`, help, registers: [] });

/** By the keys of public.operator_waiting. */
const waiting: Record<string, Gauge> = {
  emails_waiting: gauge("emails_waiting", "Emails in the outbox."),
  oldest_email_seconds: gauge("oldest_email_seconds", "Age of the oldest email in the outbox."),
  grievances_open: gauge("grievances_open", "Grievances that are not decided."),
  grievance_seconds_left: gauge("grievance_seconds_left", "Time until the next deadline of a grievance."),
  follow_seconds_late: gauge("follow_seconds_late", "Time since the oldest news of a follow became due."),
};

export type ReadWaiting = () => Promise<unknown>;
const answerSchema = z.record(z.string(), z.number().nullable());

async function measureWaiting(readWaiting: ReadWaiting): Promise<void> {
  // Prometheus times out after ten seconds, and needs the other metrics while the database hangs.
  const answer = await withTimeout(readWaiting(), "The database does not answer.", 3_000)
    .then(answerSchema.parse)
    .catch((): z.infer<typeof answerSchema> => ({}));
  for (const [name, measured] of Object.entries(waiting)) measured.set(answer[name] ?? NaN);
}

async function answerMetrics(outgoing: ServerResponse, readWaiting?: ReadWaiting): Promise<void> {
  if (readWaiting) await measureWaiting(readWaiting);
  for (const [queue, countTasks] of queues)
    for (const [state, tasks] of Object.entries(countTasks())) queueTasks.set({ queue, state }, tasks);
  outgoing.writeHead(200, { "Content-Type": registry.contentType }).end(await registry.metrics());
}

/**
 * Serves /metrics at a URL such as http://127.0.0.1:9464. Against DNS rebinding, refuses host names other than its own and localhost. Does
 * not keep the process alive. Resolves to the port. Throws {@link SettingsError} if it cannot listen.
 */
export async function serveMetrics({ hostname, port, origin }: URL, readWaiting?: ReadWaiting): Promise<number> {
  const isOurs = (host: string) => host === hostname || host === "localhost" || isIP(withoutBrackets(host)) !== 0;
  const server = createServer(({ url, headers: { host = "" } }, outgoing) => {
    if (!isOurs(host.replace(/:\d*$/, "").toLowerCase())) return void outgoing.writeHead(421).end();
    if (url !== "/metrics") return void outgoing.writeHead(404).end();
    answerMetrics(outgoing, readWaiting).catch((error: unknown) => {
      logError("metrics:", error);
      outgoing.writeHead(500).end();
    });
  });
  server.listen(Number(port || 80), withoutBrackets(hostname)).unref();
  await once(server, "listening").catch(({ code }: NodeJS.ErrnoException) => {
    const remedy = "set it to a free port of this machine, a different one for each process";
    throw new SettingsError(`METRICS_ADDRESS is ${origin}, where nothing can listen (${code}): ${remedy}.`);
  });
  // Starts only if metrics are served: measuring the event loop and garbage collection costs time.
  collectDefaultMetrics({ register: registry });
  if (readWaiting) for (const measured of Object.values(waiting)) registry.registerMetric(measured);
  return (server.address() as AddressInfo).port;
}

function withoutBrackets(host: string): string {
  return host.replaceAll(/[[\]]/g, "");
}
