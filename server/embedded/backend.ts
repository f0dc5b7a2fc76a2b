import { randomBytes } from "node:crypto";
import { closeSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Hono } from "hono";
import postgres from "postgres";
import type { FunctionCall } from "../../app/data/database.ts";
import type { ServerEnv } from "../client-address.ts";
import { toDataDirError } from "../data-dir-error.ts";
import { log } from "../log.ts";
import type { MailboxParts } from "../mailbox.ts";
import type { ReadWaiting } from "../metrics.ts";
import { runPeriodically } from "../periodic-jobs.ts";
import { placePhotos } from "../photo-moves.ts";
import { type Settings, SettingsError, isOnThisMachine } from "../settings.ts";
import { createApi } from "./api.ts";
import { createAuth } from "./auth/auth.ts";
import { backUp, removeLeftBackups } from "./backup.ts";
import { callFunction, createPagePool, createReadPool, createWritePool, openLogins, runSchema } from "./connections.ts";
import { lockDataDir } from "./data-dir.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createEmailOutbox } from "./email-outbox.ts";
import { fileDelivery, smtpDelivery, sweepEmails } from "../emails/delivery.ts";
import { migrate, nextMigration } from "./migrate.ts";
import { pageOrigins } from "./origins.ts";
import { type DatabaseClaim, claimDatabase } from "./postgres/ownership.ts";
import { startPostgres } from "./postgres/start.ts";
import { createPhotoObjects, sweepStrayFiles, sweepUploads } from "./photo-objects.ts";
import { createFunctionCall, createRest } from "./rest.ts";
import { addSampleData, type SampleAccount } from "./sample-data.ts";
import { loadSecrets } from "./secrets.ts";
import { createSessions } from "./sessions.ts";
import { createStorage } from "./storage.ts";
import { refreshPlaces, refuseAfterClockJump, sweepDatabase } from "./sweeping.ts";
import { makeDataDir } from "./system-user.ts";

const STOP_TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PLACE_PHOTOS_EVERY_MS = 15_000;

const SUPABASE_FOLDER = fileURLToPath(new URL("../../supabase", import.meta.url));

export interface EmbeddedBackend {
  api: Hono<ServerEnv>;
  limits: Limits;
  call: FunctionCall;
  /** `call` on a replica; null without one. */
  callReplica: FunctionCall | null;
  publishableKey: string;
  /** Null if emails are sent or the site is not on loopback. */
  mailbox: MailboxParts | null;
  sampleAccount: SampleAccount | null;
  readWaiting: ReadWaiting;
  ping(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and, in this process, the Supabase services that the product uses. A superuser prepares the database, and lesser roles
 * serve requests. If a step fails or `signal` aborts, throws and leaves nothing running.
 */
export async function startEmbeddedBackend(settings: Settings, signal?: AbortSignal): Promise<EmbeddedBackend> {
  try {
    return await start(settings, signal);
  } catch (error) {
    throw toDataDirError(error, settings.dataDir);
  }
}

async function start(settings: Settings, signal: AbortSignal | undefined): Promise<EmbeddedBackend> {
  const { dataDir } = settings;
  await makeDataDir(dataDir);
  const lock = await lockDataDir(dataDir);
  const stops: (() => Promise<unknown>)[] = [async () => closeSync(lock)];
  try {
    const secrets = await loadSecrets(dataDir);
    const server = settings.databaseUrl ? null : await startPostgres(dataDir, secrets.databasePassword, signal);
    if (server) stops.unshift(server.stop);
    const url = settings.databaseUrl ?? server?.url ?? "";
    const claim = settings.databaseUrl ? await claimDatabase(url) : null;
    if (claim) stops.unshift(claim.release);
    const { logins, sampleAccount } = await prepareDatabase({ settings, url, claim, signal });
    const backend = serve({ settings, secrets, logins, stops });
    await backend.begin();
    return {
      ...backend,
      publishableKey: secrets.publishableKey,
      sampleAccount,
      stop: () => stopAll(stops),
    };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

async function stopAll(stops: (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop();
}

interface Preparation {
  settings: Settings;
  /** Logs in as the superuser. */
  url: string;
  claim: DatabaseClaim | null;
  signal: AbortSignal | undefined;
}

/** Applies schema and migrations, adds sample data and creates the logins of lesser roles, all as the superuser. */
async function prepareDatabase({ settings, url, claim, signal }: Preparation) {
  const { dataDir, seed, siteUrl, retentionKey } = settings;
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  try {
    signal?.throwIfAborted();
    const migrations = path.join(SUPABASE_FOLDER, "migrations");
    // Before runSchema, which may not fit the tables of another version.
    const next = await nextMigration(sql, migrations);
    if (next && !settings.databaseUrl) {
      // Replaces the archive of an earlier start whose migration failed.
      const archive = path.join(settings.backupFolder, `gharsach-before-${next}.tar.gz`);
      await fs.rm(archive, { force: true });
      await backUp(dataDir, archive, new Date());
      log(`Backup before the migrations: ${archive}`);
    }
    for (const file of ["roles.sql", "auth.sql", "storage.sql"]) await runSchema(sql, file);
    const ran = await migrate(sql, migrations);
    if (ran.length > 0) log(`Database: ${ran.length} migrations applied.`);
    await runSchema(sql, "housekeeping.sql");
    await sql`update private.settings set value = ${sql.json(siteUrl)} where key = 'public_url'`;
    await sql`select public.operator_set_retention_key(${retentionKey}, 'server', 'RETENTION_KEY at the start')`.catch(
      ({ message }: Error) => Promise.reject(new SettingsError(message)),
    );
    const storageFolder = path.join(dataDir, "storage");
    const sampleAccount = await addSampleData({ sql, seed, folder: SUPABASE_FOLDER, storageFolder });
    signal?.throwIfAborted();
    const logins = await openLogins(sql, url);
    await claim?.handOver(logins.supabase_auth_admin);
    return { logins, sampleAccount };
  } finally {
    await sql.end({ timeout: STOP_TIMEOUT_MS / 1000 });
  }
}

interface Service {
  settings: Settings;
  secrets: Awaited<ReturnType<typeof loadSecrets>>;
  logins: Awaited<ReturnType<typeof openLogins>>;
  /** Called from first to last. */
  stops: (() => Promise<unknown>)[];
}

function serve({ settings, secrets, logins, stops }: Service) {
  const { apiOrigins, backupFolder, dataDir, readUrl, siteUrl, smtpUrl, trustProxy, site } = settings;
  const { jwtSecret, publishableKey } = secrets;
  // Separate pools: slow queries of pages, reads, writes or accounts must not use up the connections of the others.
  const pageReadPool = createPagePool(logins.authenticator, 8);
  const replicaPool = readUrl ? createPagePool(logins.authenticator, 8, readUrl) : null;
  const readPool = createReadPool(logins.authenticator, 12);
  const writePool = createWritePool(logins.authenticator, 12);
  const sql = createWritePool(logins.supabase_auth_admin, 8);
  const pools = [pageReadPool, readPool, writePool, sql, ...(replicaPool ? [replicaPool] : [])];
  // After the timeout, PostgreSQL cancels hanging queries.
  stops.unshift(() => Promise.all(pools.map((pool) => pool.end({ timeout: STOP_TIMEOUT_MS / 1000 }))));

  const emailFolder = smtpUrl ? null : path.join(dataDir, "emails");
  const delivery = emailFolder ? fileDelivery(emailFolder, site) : smtpDelivery(smtpUrl ?? "", site);
  const outbox = createEmailOutbox({ sql, delivery, siteUrl, site });
  const limits = createLimits();
  const sessions = createSessions(sql, jwtSecret, siteUrl);
  const folder = path.join(dataDir, "storage");
  const auth = createAuth({ sql, sessions, limits, outbox, publishableKey, trustProxy });
  const rest = createRest({ readPool, writePool, sessions, limits, publishableKey, trustProxy });
  const storage = createStorage({ sql, writePool, sessions, limits, folder, publishableKey, trustProxy });
  const callOperator = async (name: string): Promise<unknown> => JSON.parse(await callFunction(sql, name));
  const photos = { ...createPhotoObjects(sql, folder), call: callOperator };
  /** Reads the operators' limits from the database. If it does not respond, the last ones stay in use. */
  async function readNumbers(): Promise<void> {
    const [row] = await sql<{ numbers: Record<string, unknown> }[]>`select private.setting_numbers() as numbers`;
    limits.setNumbers(row?.numbers ?? {});
  }

  return {
    api: createApi({ auth, rest, storage, publishableKey, origins: pageOrigins(siteUrl, apiOrigins) }),
    limits,
    call: createFunctionCall(pageReadPool, writePool),
    callReplica: replicaPool && createFunctionCall(replicaPool),
    // Only if the site URL is local, not if the client is: behind a proxy every visitor looks local, and the links in these emails
    // open accounts.
    mailbox:
      emailFolder && isOnThisMachine(siteUrl)
        ? { folder: emailFolder, key: randomBytes(16).toString("base64url") }
        : null,
    readWaiting: () => callOperator("operator_waiting"),
    ping: async () => void (await sql`select 1`),
    async begin() {
      // The first sweep checks all uploads, later sweeps only those of the last three days.
      let hasSweptAll = false;
      await readNumbers();
      await outbox.start();
      const jobs = runPeriodically([
        { name: "numbers", everyMs: MINUTE_MS, run: readNumbers },
        { name: "sweep", everyMs: TEN_MINUTES_MS, run: () => sweepDatabase(sql) },
        { name: "photos", everyMs: PLACE_PHOTOS_EVERY_MS, run: () => placePhotos(photos) },
        { name: "places", everyMs: HOUR_MS, run: () => refreshPlaces(sql) },
        {
          name: "uploads",
          everyMs: TEN_MINUTES_MS,
          async run() {
            await sweepUploads(sql, folder, hasSweptAll);
            hasSweptAll = true;
          },
        },
        { name: "stray files", everyMs: HOUR_MS, run: () => sweepStrayFiles(sql, folder) },
        {
          name: "emails",
          everyMs: HOUR_MS,
          run: () => refuseAfterClockJump(sql).then(() => sweepEmails(path.join(dataDir, "emails"))),
        },
        { name: "backups", everyMs: HOUR_MS, run: () => removeLeftBackups(backupFolder) },
      ]);
      // Waits for running work and drops scheduled work.
      stops.unshift(async () => {
        const ended = Promise.all([outbox.stop(), jobs.stop()]);
        await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      });
    },
  };
}
