import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import postgres from "postgres";
import { disableLimits } from "../scripts/disable-limits.ts";
import { PRIVATE, PROGRAM_ENV } from "../scripts/server-for-tests.ts";
import {
  BROWSER_PORT,
  BROWSER_URL,
  CAPTCHA_URL,
  EMBEDDED_PORT,
  EMBEDDED_URL,
  STATIC_PORT,
  STATIC_URL,
  SUPABASE_PORT,
  SUPABASE_URL,
} from "./servers.ts";

/** Starts all servers, on a database of their own, and, when the journeys are over, stops them and reads their logs. */
export default async function startServers(): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-e2e-"));
  await fs.chmod(dataDir, 0o711);
  const lines: string[] = [];

  const embedded = start(lines, {
    PORT: String(EMBEDDED_PORT),
    SITE_URL: EMBEDDED_URL,
    DATA_DIR: dataDir,
    API_ORIGINS: `${SUPABASE_URL},${CAPTCHA_URL}`,
    // Every test is a visitor with an address of its own.
    TRUST_PROXY: "1",
  });
  await ready(EMBEDDED_URL, embedded, lines);
  const { publishableKey, databasePassword } = JSON.parse(
    await fs.readFile(path.join(dataDir, "secrets.json"), "utf8"),
  ) as Record<"publishableKey" | "databasePassword", string>;
  // Workers inherit them: fixtures call the API as the pages do, and let time pass in the database.
  process.env.E2E_PUBLISHABLE_KEY = publishableKey;
  process.env.E2E_MAILBOX = lines.find((line) => line.startsWith("E-mails: "))?.slice("E-mails: ".length);
  process.env.E2E_DATABASE_URL = `postgres://postgres:${databasePassword}@127.0.0.1:${await databasePort(dataDir)}/postgres`;
  // One author stands for many in a journey.
  const owner = postgres(process.env.E2E_DATABASE_URL, { max: 1 });
  await disableLimits(owner);
  await owner.end();
  const supabase = start(lines, {
    PORT: String(SUPABASE_PORT),
    SITE_URL: SUPABASE_URL,
    BACKEND: "supabase",
    SUPABASE_URL: EMBEDDED_URL,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
  });
  await ready(SUPABASE_URL, supabase, lines);
  const browser = start(lines, { PORT: String(BROWSER_PORT), SITE_URL: BROWSER_URL, BACKEND: "browser" });
  await ready(BROWSER_URL, browser, lines);
  const files = serveStaticSite();

  return async () => {
    files.close();
    await Promise.all([stop(supabase), stop(embedded), stop(browser)]);
    await fs.rm(dataDir, { recursive: true, force: true });
    const leaks = lines.filter((line) => PRIVATE.test(line) && !line.startsWith("Sample account:"));
    if (leaks.length > 0) throw new Error(`The server logged something private:\n${leaks.join("\n")}`);
  };
}

/** Writes the static site and serves it as plain files, which is all that a host of files can do. */
function serveStaticSite() {
  execFileSync("node", ["scripts/build-static.ts"], { env: { ...process.env, SITE_URL: STATIC_URL } });
  const site = new Hono();
  site.get("*", serveStatic({ root: "build/static" }));
  site.get("*", async (c) => c.html(await fs.readFile("build/static/404.html", "utf8"), 404));
  return serve({ fetch: site.fetch, port: STATIC_PORT, hostname: "localhost" });
}

/** PostgreSQL writes its port, which is another one at each start, into the fourth line of this file. */
async function databasePort(dataDir: string): Promise<string> {
  const facts = await fs.readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return facts.split("\n")[3] ?? "";
}

/** Starts a web server that writes what it says into `lines`. */
export function start(lines: string[], env: Record<string, string>): ChildProcess {
  const server = spawn("node", ["server/start.ts"], {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      lines.push(...text.split("\n").filter(Boolean));
    });
  }
  return server;
}

/** Resolves when the server at this address listens. */
export async function ready(url: string, server: ChildProcess, lines: string[]): Promise<void> {
  const deadline = Date.now() + 60_000;
  // Its own words, not an answer at the address: that could be another server's.
  while (!lines.some((line) => line.includes(`GharSach is ready at ${url}`))) {
    if (server.exitCode !== null) throw new Error(`The server at ${url} ended:\n${lines.join("\n")}`);
    if (Date.now() > deadline)
      throw new Error(`The server at ${url} is not ready after a minute:\n${lines.join("\n")}`);
    await delay(50);
  }
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    server.once("exit", resolve);
  });
  server.kill("SIGTERM");
  await Promise.race([ended, delay(20_000)]);
  if (server.exitCode === null) server.kill("SIGKILL");
}
