import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import postgres from "postgres";
import { disableLimits } from "../scripts/disable-limits.ts";
import {
  databaseUrlOf,
  newDataPath,
  PRIVATE,
  type Run,
  removeDataPath,
  runScript,
  secretsOf,
  stop,
  WHOLE_SERVER,
  whenReady,
} from "../scripts/server-for-tests.ts";
import { BROWSER_URL, EMBEDDED_URL, STATIC_URL, SUPABASE_URL } from "./servers.ts";

/** Starts all servers on a new database. After the journeys, stops them and reads their logs. */
export default async function startServers(): Promise<() => Promise<void>> {
  const dataDir = await newDataPath();
  const servers: Run[] = [];
  const start = (url: string, env: Record<string, string>) => {
    const { hostname, port } = new URL(url);
    const run = runScript(WHOLE_SERVER, [], { HOST: hostname, PORT: port, SITE_URL: url, ...env });
    servers.push(run);
    return whenReady(run);
  };
  const [embedded, files] = await Promise.all([
    start(EMBEDDED_URL, { DATA_DIR: dataDir, SEED: "sample", API_ORIGINS: SUPABASE_URL }),
    serveStaticSite(),
    start(BROWSER_URL, { BACKEND: "browser" }),
  ]);

  // Workers inherit these variables.
  const { publishableKey } = await secretsOf(dataDir);
  process.env.E2E_PUBLISHABLE_KEY = publishableKey;
  process.env.E2E_MAILBOX = /^Emails: (\S+)/m.exec(embedded.output())?.[1];
  process.env.E2E_DATABASE_URL = await databaseUrlOf(dataDir);
  process.env.E2E_DATA_DIR = dataDir;
  // One author publishes many reviews in a journey.
  const owner = postgres(process.env.E2E_DATABASE_URL, { max: 1 });
  await disableLimits(owner).finally(() => owner.end());
  const project = { BACKEND: "supabase", SUPABASE_URL: EMBEDDED_URL, SUPABASE_PUBLISHABLE_KEY: publishableKey };
  await start(SUPABASE_URL, project);

  return async () => {
    files.close();
    await Promise.all(servers.map(stop));
    await removeDataPath(dataDir);
    const lines = servers.flatMap((server) => server.output().split("\n"));
    const leaks = lines.filter((line) => PRIVATE.test(line) && !line.startsWith("Sample account:"));
    if (leaks.length > 0) throw new Error(`The server logged something private:\n${leaks.join("\n")}`);
  };
}

/** Builds the static site and serves it as plain files. */
async function serveStaticSite() {
  const env = { ...process.env, SITE_URL: STATIC_URL };
  await promisify(execFile)("node", ["scripts/build-static.ts"], { env });
  const site = new Hono();
  site.get("*", serveStatic({ root: "build/static" }));
  site.get("*", async (c) => c.html(await fs.readFile("build/static/404.html", "utf8"), 404));
  const { hostname, port } = new URL(STATIC_URL);
  return serve({ fetch: site.fetch, port: Number(port), hostname });
}
