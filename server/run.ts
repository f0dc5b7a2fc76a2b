import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { ServerEnv } from "./client-address.ts";
import { type Backend, startBackend } from "./backend.ts";
import { createLimitedServer } from "./connection-limits.ts";
import { DataDirError } from "./data-dir-error.ts";
import { log, logError, redactConsole, startLog } from "./log.ts";
import { serveMetrics } from "./metrics.ts";
import { dropRoot } from "./privileges.ts";
import { type Settings, SettingsError, environment, isOnThisMachine, readSettings } from "./settings.ts";

/** Longer than any page takes. After that, hanging requests are dropped, so that the database can stop cleanly. */
const DRAIN_MS = 10_000;

export interface Site {
  app: Hono<ServerEnv>;
  /** Answers from memory, bypassing the app. Returns whether it did. */
  answerFromMemory?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  stop?: () => Promise<void>;
}

/**
 * Runs a web server: reads the settings, takes its port, drops root unless it `staysRoot`, starts the backend and prints its URL. SIGTERM and
 * SIGINT stop it cleanly at any time, after the requests in flight. A failed start exits with a message.
 */
export async function boot(
  makeSite: (settings: Settings, backend: Backend) => Promise<Site>,
  { staysRoot = false } = {},
): Promise<void> {
  redactConsole();
  ignoreLostConnections();
  const starting = new AbortController();
  let stop = async (signal: string) => starting.abort(new StoppedWhileStarting(signal));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logError("stopping:", error);
        process.exit(1);
      });
    });
  }
  try {
    const settings = readSettings(environment());
    const { server, open } = await listen(settings);
    const warning = staysRoot ? null : await dropRoot(settings.backend === "embedded" ? settings.dataDir : null);
    if (warning) log(warning);
    const backend = await startBackend(settings, starting.signal);
    try {
      if (settings.metricsAddress) await serveMetrics(settings.metricsAddress, backend.readWaiting);
      const site = await makeSite(settings, backend);
      starting.signal.throwIfAborted();
      open(site);
      printUrl(settings, backend, server);
      if (settings.backend === "supabase") void warnOfRenditions(settings);
      stop = stopping(server, site, backend);
      // A signal may have come after the last check.
      const { aborted, reason } = starting.signal;
      if (aborted) await stop((reason as StoppedWhileStarting).signal);
    } catch (error) {
      await backend.stop();
      throw error;
    }
  } catch (error) {
    exitWith(error);
  }
}

/** Takes the port, which may need root, and answers 503 until `open` sets the handler. */
async function listen(settings: Settings): Promise<{ server: Server; open(site: Site): void }> {
  let answer = (_incoming: IncomingMessage, outgoing: ServerResponse): unknown =>
    outgoing.writeHead(503, { "Retry-After": "1" }).end("GharSach is starting.");
  const server = createLimitedServer({ trustProxy: settings.trustProxy }, (incoming, outgoing) => {
    answer(incoming, outgoing);
  });
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  return {
    server,
    open(site) {
      const listener = getRequestListener(site.app.fetch, { hostname: settings.host });
      answer = (incoming, outgoing) => site.answerFromMemory?.(incoming, outgoing) || listener(incoming, outgoing);
    },
  };
}

function printUrl(settings: Settings, backend: Backend, server: Server): void {
  if (!settings.site.grievanceOfficer && !isOnThisMachine(settings.siteUrl)) log(NO_OFFICER);
  const { port } = server.address() as AddressInfo;
  const address = addressOf(settings, port);
  const { sampleAccount: account, mailbox } = backend.embedded ?? {};
  const facts = [
    `GharSach is ready at ${address}`,
    mailbox && `Emails: ${address}/mailbox?key=${mailbox.key}`,
    // Not a secret: this invented account exists only with the sample reviews.
    account && `Sample account: ${account.email} with the password ${account.password}`,
  ];
  // Bypasses the log, which would redact these lines.
  for (const fact of facts) if (fact) process.stdout.write(`${fact}\n`);
  startLog(settings.logFormat);
}

/** Checks whether the project's plan includes image transformation, which cards need. */
async function warnOfRenditions(settings: Settings): Promise<void> {
  const { renditionFault } = await import("./doctor/facts.ts");
  const fault = await renditionFault(settings);
  if (fault) log(fault);
}

function stopping(server: Server, site: Site, backend: Backend): (signal: string) => Promise<void> {
  let isStopping = false;
  return async (signal) => {
    if (isStopping) return;
    isStopping = true;
    log(`${signal}: finishing the requests in flight.`);
    const drained = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    // A kept-alive connection becomes idle after its response.
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await drained;
    await site.stop?.();
    await backend.stop();
    log("GharSach has stopped.");
    process.exit(0);
  };
}

const NO_OFFICER = "No Grievance Officer is named, but the law requires one: set GRIEVANCE_OFFICER.";

/**
 * Returns the URL for a browser on this machine: SITE_URL, as in links of emails, if it names this machine and port with http, else
 * the address of the server.
 */
export function addressOf({ host, siteUrl }: Pick<Settings, "host" | "siteUrl">, port: number): string {
  const isThisServer = isOnThisMachine(siteUrl) && new URL(siteUrl).host.endsWith(`:${port}`);
  return isThisServer && siteUrl.startsWith("http:") ? siteUrl : `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

class StoppedWhileStarting extends Error {
  override name = "StoppedWhileStarting";

  readonly signal: string;

  constructor(signal: string) {
    super(`${signal}: GharSach has stopped before it was ready.`);
    this.signal = signal;
  }
}

/**
 * Ignores the error that postgres.js throws, uncatchably, when it writes to a closed connection: the query is rejected separately.
 * Any other uncaught error ends the server.
 */
function ignoreLostConnections(): void {
  process.on("uncaughtException", (error) => {
    logError("uncaught:", error);
    if (!/postgres\/src\/connection\.js/.test(error.stack ?? "")) process.exit(1);
  });
}

/** Exits with a message for configuration errors, and with the stack of others. */
function exitWith(error: unknown): never {
  const { code, port } = (error ?? {}) as { code?: string; port?: number };
  if (error instanceof StoppedWhileStarting) {
    log(error.message);
    process.exit(0);
  }
  if (error instanceof SettingsError || error instanceof DataDirError) logError(error.message);
  else if (code === "EADDRINUSE") logError(`Port ${port} is taken: stop the other program or set PORT.`);
  else if (code === "EACCES" && port) logError(`Port ${port} needs more rights: set PORT to a number above 1023.`);
  else if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    logError("HOST is not an address of this machine: set it to localhost, or to 0.0.0.0 for every address.");
  else logError("GharSach could not start.", error);
  process.exit(1);
}
