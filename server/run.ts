import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import type { Backend } from "./backend.ts";
import type { ServerEnv } from "./client-address.ts";
import { DataDirInUseError } from "./embedded/postgres-server.ts";
import { log, logError } from "./log.ts";
import { type Settings, SettingsError } from "./settings.ts";

/** Longer than any page takes; a request that hangs must not keep the database from being stopped in good order. */
const DRAIN_MS = 10_000;

/** Listens, says where, and on SIGTERM or SIGINT finishes the requests in flight and stops the backend. */
export async function run(settings: Settings, backend: Backend, app: Hono<ServerEnv>, onStop?: () => Promise<void>) {
  const server = serve({ fetch: app.fetch, hostname: settings.host, port: settings.port }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  }).catch(async (error: unknown) => {
    await backend.stop();
    throw error;
  });

  let isStopping = false;
  async function stop(signal: string) {
    if (isStopping) return;
    isStopping = true;
    log(`${signal}: finishing the requests in flight.`);
    const drained = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await drained;
    await onStop?.();
    await backend.stop();
    log("GharSach has stopped.");
    process.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logError("stopping:", error);
        process.exit(1);
      });
    });
  }

  const { port } = server.address() as AddressInfo;
  const address = `http://${settings.host}:${port}`;
  log(`GharSach is ready at ${address}`);
  if (backend.embedded?.mailFolder) log(`E-mails: ${address}/mailbox`);
  const account = backend.embedded?.sampleAccount;
  // Past the redaction on purpose: an invented account that exists only beside the sample reviews.
  if (account) process.stdout.write(`Sample account: ${account.email} with the password ${account.password}\n`);
}

/**
 * The PostgreSQL client writes to a connection that has just been closed under it, outside of anything we could catch.
 * The query fails by itself; the server must not end for it. Everything else that nobody caught ends it.
 */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    logError("uncaught:", error);
    if (!/postgres\/src\/connection\.js/.test(error.stack ?? "")) process.exit(1);
  });
}

/** Ends the process with one sentence for mistakes of set-up, and with the whole error for everything else. */
export function endWith(error: unknown): never {
  const { code, port } = (error ?? {}) as { code?: string; port?: number };
  if (error instanceof SettingsError || error instanceof DataDirInUseError) logError(error.message);
  else if (code === "EADDRINUSE") logError(`Port ${port} is taken: stop the other program or set PORT.`);
  else if (code === "EACCES" && port) logError(`Port ${port} needs more rights: set PORT to a number above 1023.`);
  else logError("GharSach could not start.", error);
  process.exit(1);
}
