import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DataDirError, explainLastMessage } from "../../data-dir-error.ts";
import { logError } from "../../log.ts";
import { type ClusterOptions, postgresEnvironment } from "./cluster.ts";
import { WRONG_PASSWORD, isReachable, connectionUrl, refusalOf } from "./connection.ts";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const REPEAT_AFTER_MS = 60_000;
/** PostgreSQL exits within this time if its port is taken. */
const PORT_TAKEN_MS = 500;

/** Messages at start and stop, which are not errors. */
const NOT_READY = /is starting up|is shutting down|recovery mode|not yet accepting/;
/** Further messages at stop, when background workers are terminated. */
const ENDED_ON_PURPOSE = new RegExp(`${NOT_READY.source}|due to administrator command`);

interface Launched {
  child: ChildProcess;
  lastMessages: string;
}

/** Restarts PostgreSQL if it exits, until it is stopped. */
export class PostgresProcess {
  /** Contains the password: never print it. */
  readonly url: string;
  readonly #options: ClusterOptions;
  readonly #port: number;
  readonly #lock: number;
  readonly #loggedAt = new Map<string, number>();
  #child: ChildProcess | undefined;
  #isStopping = false;

  /** PostgreSQL inherits `lock`, the descriptor of the locked folder. */
  constructor(options: ClusterOptions, port: number, lock: number) {
    this.#options = options;
    this.#port = port;
    this.#lock = lock;
    this.url = connectionUrl(port, options.password);
  }

  /** Starts PostgreSQL. Resolves when it accepts queries, otherwise throws and leaves nothing running. */
  async launch(): Promise<void> {
    if (this.#isStopping) return;
    const launched = this.#spawn();
    await this.#ready(launched);
    launched.child.once("exit", () => void this.#relaunch(launched.lastMessages));
  }

  /** Stops PostgreSQL with a fast shutdown, which rolls back open transactions and writes a checkpoint. Waits at most STOP_TIMEOUT_MS. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await Promise.race([ended, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  #spawn(): Launched {
    const { binaries, folder, user } = this.#options;
    const child = spawn(path.join(binaries, "bin", "postgres"), ["-D", folder, ...serverFlags(this.#port)], {
      ...user,
      cwd: folder,
      // Ctrl-C must reach only GharSach, which stops PostgreSQL cleanly.
      detached: true,
      stdio: ["ignore", "ignore", "pipe", this.#lock],
      env: { ...postgresEnvironment(), LC_ALL: "C", PGTZ: "UTC" },
    });
    this.#child = child;
    const launched = { child, lastMessages: "" };
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (text: string) => {
      launched.lastMessages = (launched.lastMessages + text).slice(-2000);
      for (const line of text.split("\n")) {
        const [message] = /(?:FATAL|PANIC):.*/.exec(line) ?? [];
        if (message && !(this.#isStopping ? ENDED_ON_PURPOSE : NOT_READY).test(message))
          this.#log(`postgres: ${message}`);
      }
    });
    return launched;
  }

  async #ready(launched: Launched): Promise<void> {
    const { signal, dataDir } = this.#options;
    const { child } = launched;
    const deadline = Date.now() + START_TIMEOUT_MS;
    // Rejects if the process cannot be spawned.
    const ended = once(child, "exit").then(
      () => false as const,
      (error: unknown) => {
        this.#child = undefined;
        throw error;
      },
    );
    ended.catch(() => {});
    // If another program took the port, that program may respond.
    while (!(await Promise.race([isReachable(this.url), ended])) || hasEnded(child)) {
      if (hasEnded(child)) {
        const messages = launched.lastMessages.trim() || "none";
        throw (
          explainLastMessage(launched.lastMessages, dataDir) ??
          new Error(`PostgreSQL exited at its start. Its last messages: ${messages}`)
        );
      }
      if (signal?.aborted) {
        await this.stop();
        throw signal.reason;
      }
      const refusal = await Promise.race([refusalOf(this.url), ended]);
      if (refusal) {
        await Promise.race([ended, delay(PORT_TAKEN_MS, undefined, { ref: false })]);
        if (hasEnded(child)) continue;
        await this.stop();
        throw refusal.code === WRONG_PASSWORD
          ? new DataDirError(
              `The secrets.json in ${dataDir} does not match its database: restore both from one backup.`,
            )
          : (explainLastMessage(`FATAL: ${refusal.message}`, dataDir) ?? refusal);
      }
      // Crash recovery may take longer, with messages that it is starting.
      if (Date.now() > deadline && !NOT_READY.test(launched.lastMessages)) {
        child.kill("SIGQUIT");
        throw new Error("PostgreSQL did not start within a minute.");
      }
      await delay(25);
    }
  }

  /** Restarts PostgreSQL after it was killed, for example when out of memory. Its write-ahead log restores every committed transaction. */
  async #relaunch(lastMessages: string): Promise<void> {
    const reason = explainLastMessage(lastMessages, this.#options.dataDir);
    if (reason && !this.#isStopping) this.#log(reason.message);
    for (let attempt = 1; !this.#isStopping; attempt++) {
      logError(`PostgreSQL has exited. Starting it again (attempt ${attempt}).`);
      await delay(Math.min(attempt, 10) * 500);
      try {
        await this.launch();
        return;
      } catch (error) {
        if (error instanceof DataDirError) this.#log(error.message);
        else logError(error);
      }
    }
  }

  #log(message: string): void {
    const last = this.#loggedAt.get(message);
    if (last !== undefined && Date.now() - last < REPEAT_AFTER_MS) return;
    this.#loggedAt.set(message, Date.now());
    logError(message);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

const MEGABYTE = 1024 * 1024;

/**
 * Returns the size of shared_buffers: a quarter of the memory, as PostgreSQL's manual advises, but at most what the indexes of a million
 * reviews need.
 */
function sharedMegabytes(): number {
  // constrainedMemory() returns 0 or more than all memory if there is no limit.
  const limit = process.constrainedMemory() || Infinity;
  return Math.max(128, Math.min(1024, Math.floor(Math.min(limit, os.totalmem()) / 4 / MEGABYTE)));
}

function serverFlags(port: number): string[] {
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 60,
    // PostgresProcess restarts it: on a full disk PostgreSQL would try five times a second.
    restart_after_crash: "off",
    shared_buffers: `${sharedMegabytes()}MB`,
    // Statements, parameters and rows contain private data.
    log_min_messages: "fatal",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: 0,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
