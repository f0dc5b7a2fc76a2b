import { once } from "node:events";
import { smtpDelivery } from "../emails/delivery.ts";
import { isQueuedEmail, writeQueuedEmail } from "../emails/emails.ts";
import { createOutbox } from "../emails/outbox.ts";
import { log, redact, redactConsole, startLog } from "../log.ts";
import { serveMetrics } from "../metrics.ts";
import { openHostedProject } from "../operator/hosted-project.ts";
import type { Project } from "../operator/project.ts";
import { sweep } from "../operator/sweep.ts";
import { runPeriodically } from "../periodic-jobs.ts";
import { placePhotos } from "../photo-moves.ts";
import { environment, SettingsError } from "../settings.ts";
import { readWorkerSettings, type WorkerSettings } from "./worker-settings.ts";

// The background work of a hosted project: sends queued emails, sweeps, and reminds of deadlines. Any number may run in parallel.

const LOOK_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 10 * 60_000;
const REFRESH_PLACES_EVERY_MS = 60 * 60_000;

process.exitCode = await main();

/** Resolves to the exit code after SIGTERM or SIGINT. */
async function main(): Promise<number> {
  redactConsole();
  try {
    const settings = readWorkerSettings(environment());
    const project = openHostedProject(settings.supabaseUrl, settings.secretKey);
    if (settings.metricsAddress) await serveMetrics(settings.metricsAddress, () => project.call("operator_waiting"));
    const worker = startWorker(project, settings);
    startLog(settings.logFormat);
    log(
      `The worker looks for emails every ${LOOK_EVERY_MS / 1000} s and sweeps every ${SWEEP_EVERY_MS / 60_000} minutes.`,
    );
    await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    await worker.stop();
    log("The worker has stopped.");
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof SettingsError ? message : redact(message)}\n`);
    return 1;
  }
}

async function refreshPlaces(project: Project): Promise<void> {
  let after: string | null = "";
  while (after !== null)
    ({ after } = (await project.call("operator_refresh_places", { after_city: after })) as { after: string | null });
}

function startWorker(project: Project, { siteUrl, smtpUrl, site }: WorkerSettings): { stop(): Promise<void> } {
  const smtp = smtpDelivery(smtpUrl, site);
  let sent = 0;
  const outbox = createOutbox({
    call: project.call,
    delivery: {
      async send(message) {
        await smtp.send(message);
        sent += 1;
      },
    },
    siteUrl,
    officerEmail: site.grievanceOfficer?.email ?? null,
    async write({ template, fields }) {
      if (!isQueuedEmail(template))
        throw Object.assign(new Error("This email is from a newer version."), { code: "ETEMPLATE" });
      return writeQueuedEmail(template, fields, siteUrl, site.name);
    },
    everyMs: LOOK_EVERY_MS,
  });
  outbox.start();
  const jobs = runPeriodically(
    [
      { name: "photos", everyMs: LOOK_EVERY_MS, run: () => placePhotos(project) },
      { name: "places", everyMs: REFRESH_PLACES_EVERY_MS, run: () => refreshPlaces(project) },
      {
        name: "sweep",
        everyMs: SWEEP_EVERY_MS,
        async run() {
          await sweep(project);
          log(`worker: swept; ${sent} emails sent since the last line.`);
          sent = 0;
          outbox.sendDue();
        },
      },
    ],
    0,
  );
  return {
    async stop() {
      await Promise.all([jobs.stop(), outbox.stop()]);
    },
  };
}
