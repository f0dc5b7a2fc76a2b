import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { App, isLoopbackHostname, setExperimental } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import type { Hono } from "hono";
import postgres from "postgres";
import type { ServerEnv } from "../client-address.ts";
import { inWords } from "../data-dir-error.ts";
import { log } from "../log.ts";
import { type Settings, SettingsError } from "../settings.ts";
import { createAddressLimits } from "./address-limits.ts";
import { createApi } from "./api.ts";
import { MIN_PASSWORD_LENGTH } from "./auth-guard.ts";
import { takeBackGrants } from "./grants.ts";
import { fileDelivery, smtpDelivery } from "./mail.ts";
import { createMailOutbox } from "./mail-outbox.ts";
import { migrate } from "./migrate.ts";
import { findMissingPages } from "./missing-pages.ts";
import { readNumbers } from "./numbers.ts";
import { hashBesideMainThread } from "./passwords.ts";
import { claimDatabase, startPostgres } from "./postgres-server.ts";
import { sweepUploads } from "./proof-files.ts";
import { READ_TIMEOUT_MS, separateReading } from "./reading.ts";
import { addSampleData } from "./sample-data.ts";
import { loadSecrets } from "./secrets.ts";
import { selfTest } from "./self-test.ts";
import { keepSweeping } from "./sweeping.ts";
import { createVisitorCalls } from "./visitor-calls.ts";

/** As for signed-in users of hosted projects. Long enough to wait behind another write; nobody holds a connection for ever. */
const WRITE_TIMEOUT_MS = 8_000;
const STOP_TIMEOUT_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;

const SUPABASE_FOLDER = fileURLToPath(new URL("../../supabase", import.meta.url));

/** An e-mail and a password to look around with; null where the database does not hold the sample data. */
export interface SampleAccount {
  email: string;
  password: string;
}

export interface EmbeddedBackend {
  /** The Supabase API: /auth/v1, /rest/v1 and /storage/v1. */
  api: Hono<ServerEnv>;
  /** Calls the API in this process, for pages rendered on the server. */
  fetch: typeof fetch;
  publishableKey: string;
  /** Connects as the owner of the database, past every policy: for operators and tests. Never print it. */
  databaseUrl: string;
  /** Where the mails are that /mailbox shows; null when they are sent, or when the site is not on this machine alone. */
  mailFolder: string | null;
  sampleAccount: SampleAccount | null;
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a whole Supabase in this process: PostgreSQL, the account service, the table API and storage. The order
 * matters: the database and its schemas come before the backend looks at it for the first time, because it remembers
 * what it saw (whether tables have row level security above all). Throws before anything listens when a step fails, and when
 * `signal` says to stop; nothing is left running then.
 */
export async function startEmbeddedBackend(settings: Settings, signal?: AbortSignal): Promise<EmbeddedBackend> {
  try {
    return await start(settings, signal);
  } catch (error) {
    throw inWords(error, settings.dataDir);
  }
}

async function start(settings: Settings, signal: AbortSignal | undefined): Promise<EmbeddedBackend> {
  const { dataDir } = settings;
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOSPC" || error.code === "EDQUOT") throw error;
    throw new SettingsError(
      `DATA_DIR is ${dataDir}, where no folder can be made: name one that this user may write to.`,
    );
  });
  const secrets = await loadSecrets(dataDir);
  const server = settings.databaseUrl ? null : await startPostgres(dataDir, secrets.databasePassword, signal);
  const url = settings.databaseUrl ?? server?.url ?? "";
  const owner = await claimDatabase(url, dataDir).catch(async (error: unknown) => {
    await server?.stop();
    throw error;
  });
  const sql = postgres(url, { max: 4, onnotice: () => {} });

  const templates = path.join(SUPABASE_FOLDER, "templates");
  const mailFolder = settings.smtpUrl ? null : path.join(dataDir, "mail");
  const delivery = mailFolder ? fileDelivery(mailFolder) : smtpDelivery(settings.smtpUrl ?? "");
  const outbox = createMailOutbox({ sql, delivery, templates, siteUrl: settings.siteUrl });
  const limits = createAddressLimits();
  const numbers = readNumbers(sql, (read) => limits.setNumbers(read));
  const connect = (max: number, timeout: number) =>
    createPostgresConnection({
      url,
      postgresOptions: { max, onnotice: () => {}, connection: { statement_timeout: timeout } },
    });
  const connection = connect(12, WRITE_TIMEOUT_MS);
  const reading = connect(12, READ_TIMEOUT_MS);
  const visitorCalls = createVisitorCalls(url);
  const proofFolder = path.join(dataDir, "storage");
  let sweeping: ReturnType<typeof keepSweeping> | null = null;

  async function stop(): Promise<void> {
    numbers.stop();
    sweeping?.stop();
    // A query that hangs must not keep the server from stopping: PostgreSQL ends it with the rest.
    const closed = Promise.all([
      outbox.stop(),
      connection.close(),
      reading.close(),
      visitorCalls.close(STOP_TIMEOUT_MS / 1000),
    ]);
    await Promise.race([closed, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await sql.end({ timeout: STOP_TIMEOUT_MS / 1000 });
    await owner.release();
    await server?.stop();
  }

  try {
    signal?.throwIfAborted();
    setExperimental("storage", true);
    const app = new App({
      connection,
      auth: {
        enabled: true,
        jwt_secret: secrets.jwtSecret,
        publishable_key: secrets.publishableKey,
        site_url: settings.siteUrl,
        additional_redirect_urls: [],
        minimum_password_length: MIN_PASSWORD_LENGTH,
        email: { enable_signup: true, enable_confirmations: true, otp_length: 10, otp_expiry: 600 },
      },
      api: { schemas: ["public"], max_rows: 100 },
      storage: { enabled: true },
      studio: { enabled: false },
      options: { server: { admin: false, disableStudio: true } },
    });
    app._mailer = outbox.mailer;
    hashBesideMainThread();
    separateReading(app, connection, reading);
    const api = createApi({
      app,
      sql,
      mailer: outbox.mailer,
      limits,
      proofFolder,
      jwtSecret: secrets.jwtSecret,
      trustProxy: settings.trustProxy,
    });

    await createRoles(sql);
    await app.ensureSystemSchema();
    signal?.throwIfAborted();
    const ran = await migrate(sql, path.join(SUPABASE_FOLDER, "migrations"));
    if (ran.length > 0) log(`Database: ${ran.length} migrations applied.`);
    await sql`
      insert into private.settings (key, value) values ('public_url', ${sql.json(settings.siteUrl)})
      on conflict (key) do update set value = excluded.value`;
    const sampleAccount = await addSampleData({ app, sql, seed: settings.seed, folder: SUPABASE_FOLDER });

    signal?.throwIfAborted();
    if (server) await findMissingPages(sql, dataDir);

    await app.init();
    await connection["ensureRlsContext"]();
    await reading["ensureRlsContext"]();
    await takeBackGrants(sql);
    await selfTest({ app, sql, publishableKey: secrets.publishableKey });
    signal?.throwIfAborted();
    await numbers.start();
    await outbox.start();
    sweeping = keepSweeping(() => sweepUploads(sql, proofFolder));

    return {
      api,
      async fetch(input, init) {
        return (await visitorCalls.answer(input, init)) ?? app.fetch(new Request(input, init));
      },
      publishableKey: secrets.publishableKey,
      databaseUrl: url,
      // Behind a proxy a visitor's request can look like one from this machine, and these mails open accounts.
      mailFolder: isLoopbackHostname(new URL(settings.siteUrl).hostname) ? mailFolder : null,
      sampleAccount,
      async ping() {
        const late = delay(PING_TIMEOUT_MS, "late", { ref: false });
        if ((await Promise.race([sql`select 1`, late])) === "late") throw new Error("The database does not answer.");
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The three roles of every Supabase project, which migrations grant to. */
async function createRoles(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare role_name text;
    begin
      foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
        if not exists (select from pg_roles where rolname = role_name) then
          execute format('create role %I nologin noinherit', role_name);
        end if;
      end loop;
      alter role service_role bypassrls;
    end $$`);
}
