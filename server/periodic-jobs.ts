import { logError } from "./log.ts";
import { jobRuns, jobSucceeded } from "./metrics.ts";

const FIRST_AFTER_MS = 60_000;

export interface PeriodicJob {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

/** Runs each job after the start and then periodically, never concurrently with itself. Logs failures. `stop` waits for running jobs. */
export function runPeriodically(jobs: PeriodicJob[], firstAfterMs = FIRST_AFTER_MS): { stop(): Promise<void> } {
  const running = new Map<PeriodicJob, Promise<void>>();
  const run = (job: PeriodicJob) => {
    if (running.has(job)) return;
    running.set(
      job,
      runOnce(job).then(() => void running.delete(job)),
    );
  };
  for (const { name } of jobs) jobSucceeded.setToCurrentTime({ job: name });
  const first = setTimeout(() => jobs.forEach(run), firstAfterMs).unref();
  const intervals = jobs.map((job) => setInterval(() => run(job), job.everyMs).unref());
  return {
    async stop() {
      clearTimeout(first);
      intervals.forEach((interval) => clearInterval(interval));
      await Promise.all(running.values());
    },
  };
}

async function runOnce({ name, run }: PeriodicJob): Promise<void> {
  try {
    await run();
    jobRuns.inc({ job: name, outcome: "success" });
    jobSucceeded.setToCurrentTime({ job: name });
  } catch (error) {
    jobRuns.inc({ job: name, outcome: "failure" });
    logError(`periodic job ${name}:`, error);
  }
}
