import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { widenLimits } from "../scripts/widen-limits.ts";
import type { ServerFacts } from "../supabase/tests/server.ts";
import { installObservatory, newCertificate } from "./observatory.ts";
import { startTlsProxy } from "./tls-proxy.ts";

export type Site = "embedded" | "supabase";

declare module "vitest" {
  interface ProvidedContext extends ServerFacts {
    /** Both web servers, without the proxy in front of them. */
    sites: Record<Site, string>;
    /** The same behind TLS: host and port. */
    sitesBehindTls: Record<Site, string>;
    /** Of the proxies, self-signed. */
    certificate: string;
    dataDir: string;
  }
}

const START_TIMEOUT_MS = 60_000;
/** Lines that a server writes when it starts. */
const OWN_WORDS =
  /^(?:GharSach goes on as root, .+|Database: \d+ migrations applied\.|GharSach is ready at \S+|E-mails: \S+|Sample account: .+)$/;
/** What no line may hold: e-mails, tokens, keys, and the hashes of links. */
const PRIVATE = /[\w.+-]+@[\w-]+\.\w|eyJ[\w-]{10,}|sb_publishable_\w|token_hash=[^[]/;

/**
 * Starts the product twice, as operators run it behind a proxy with TLS: on the embedded backend with its sample data, and
 * with BACKEND=supabase using the first as its project.
 */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  await installObservatory();
  const certificate = await newCertificate();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-security-"));
  // The database may run as another user (see server/embedded/postgres): it has to get through.
  await fs.chmod(dataDir, 0o711);
  const certificateFile = path.join(dataDir, "certificate.pem");
  await fs.writeFile(certificateFile, certificate.cert);
  const logFile = path.join(dataDir, "server.log");
  const frontOfEmbedded = await startTlsProxy(certificate);
  const frontOfSupabase = await startTlsProxy(certificate);
  const servers: ChildProcess[] = [];

  async function start(env: Record<string, string>): Promise<string> {
    const log = await fs.open(logFile, "a", 0o600);
    const before = (await fs.readFile(logFile, "utf8")).length;
    const server = spawn("node", ["server/start.ts"], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...env },
      stdio: ["ignore", log.fd, log.fd],
    });
    servers.push(server);
    await log.close();
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const said = (await fs.readFile(logFile, "utf8")).slice(before);
      const address = /GharSach is ready at ([^\s"]+)/.exec(said)?.[1];
      if (address) return address;
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`A server did not start:\n${said}`);
      await delay(50);
    }
  }

  async function stop(): Promise<void> {
    // The second one uses the first.
    for (const server of servers.toReversed()) await end(server);
    await Promise.all([frontOfEmbedded.stop(), frontOfSupabase.stop()]);
    const written = await fs.readFile(logFile, "utf8");
    await fs.rm(dataDir, { recursive: true, force: true });
    const lines = written.split("\n").filter((line) => line && !OWN_WORDS.test(line));
    // Hostile requests are the caller's mistake: none of them may reach an operator as an error.
    const noise = lines.filter((line) => !line.includes('"level":"info"') || PRIVATE.test(line));
    if (noise.length > 0) throw new Error(`A server wrote into its log:\n${noise.slice(0, 50).join("\n")}`);
  }

  try {
    const embedded = await start({ DATA_DIR: dataDir, TRUST_PROXY: "1", SITE_URL: "https://localhost" });
    frontOfEmbedded.target = Number(new URL(embedded).port);
    const { publishableKey, databasePassword } = JSON.parse(
      await fs.readFile(path.join(dataDir, "secrets.json"), "utf8"),
    ) as Record<"publishableKey" | "databasePassword", string>;
    const supabase = await start({
      BACKEND: "supabase",
      SUPABASE_URL: `https://localhost:${frontOfEmbedded.port}`,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      NODE_EXTRA_CA_CERTS: certificateFile,
      TRUST_PROXY: "1",
      SITE_URL: "https://localhost",
    });
    frontOfSupabase.target = Number(new URL(supabase).port);
    const [, , , databasePort] = (await fs.readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split(
      "\n",
    );
    project.provide("apiUrl", embedded);
    project.provide("publishableKey", publishableKey);
    project.provide("mailFolder", path.join(dataDir, "mail"));
    const databaseUrl = `postgres://postgres:${databasePassword}@127.0.0.1:${databasePort}/postgres`;
    // What a limit would refuse has to be refused for its own sake, too; the limits are in supabase/tests/abuse-limits.test.ts.
    const owner = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    await widenLimits(owner);
    await owner.end();
    project.provide("databaseUrl", databaseUrl);
    project.provide("logFile", logFile);
    project.provide("dataDir", dataDir);
    project.provide("certificate", certificate.cert);
    project.provide("sites", { embedded, supabase });
    project.provide("sitesBehindTls", {
      embedded: `localhost:${frontOfEmbedded.port}`,
      supabase: `localhost:${frontOfSupabase.port}`,
    });
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return stop;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    server.once("exit", resolve);
  });
  server.kill("SIGTERM");
  await Promise.race([ended, delay(20_000, undefined, { ref: false })]);
  if (server.exitCode === null) server.kill("SIGKILL");
}
