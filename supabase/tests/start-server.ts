import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import type { ServerFacts } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext extends ServerFacts {
    /** What the server wrote for its operator so far. */
    logFile: string;
  }
}

const START_TIMEOUT_MS = 60_000;

/** Starts the embedded backend on an empty database, behind the web server, for all database tests. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-db-"));
  // The database may run as another user (see server/embedded/postgres): it has to get through.
  await fs.chmod(dataDir, 0o711);
  const logFile = path.join(dataDir, "server.log");
  const log = await fs.open(logFile, "a", 0o600);

  // A process of its own: its log is then the server's and nobody else's, and it does not slow the tests down.
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [dataDir], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  const ended = once(server, "exit");
  await log.close();

  async function stop(): Promise<void> {
    // The server stops by itself when nobody listens to it any more, also when this process is killed.
    if (server.connected) server.disconnect();
    await ended;
    const written = await fs.readFile(logFile, "utf8");
    await fs.rm(dataDir, { recursive: true, force: true });
    // What the tests do to the server is the visitors' mistake: nothing of it belongs into an operator's log.
    const noise = written.replace(/^Database: \d+ migrations applied\.$/m, "").trim();
    if (noise) throw new Error(`The server wrote into its log:\n${noise}`);
  }

  try {
    const facts = once(server, "message", { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    const [answer] = (await Promise.race([facts, ended])) as [unknown];
    if (!isServerFacts(answer)) throw new Error(`The server did not start:\n${await fs.readFile(logFile, "utf8")}`);
    project.provide("apiUrl", answer.apiUrl);
    project.provide("publishableKey", answer.publishableKey);
    project.provide("mailFolder", answer.mailFolder);
    project.provide("databaseUrl", answer.databaseUrl);
    project.provide("logFile", logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

function isServerFacts(message: unknown): message is ServerFacts {
  return typeof message === "object" && message !== null && "apiUrl" in message;
}
