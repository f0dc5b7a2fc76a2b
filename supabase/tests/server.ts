import "../../server/prototype-wall.ts";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { serve } from "@hono/node-server";
import postgres from "postgres";
import { widenLimits } from "../../scripts/widen-limits.ts";
import { startEmbeddedBackend } from "../../server/embedded/backend.ts";
import { redactConsole } from "../../server/log.ts";
import { surviveLostConnections } from "../../server/run.ts";
import { readSettings } from "../../server/settings.ts";
import { createWebServer } from "../../server/web-server.ts";

/** What the tests need to know of the server that they talk to. */
export interface ServerFacts {
  apiUrl: string;
  publishableKey: string;
  mailFolder: string;
  /** Connects as the owner of the database, past every policy. */
  databaseUrl: string;
}

// The process that start-server.ts starts: the product's web server without its pages, on an empty database.
const [dataDir = ""] = process.argv.slice(2);
redactConsole();
surviveLostConnections();
const { SMTP_URL } = process.env;
const settings = readSettings({
  DATA_DIR: dataDir,
  SEED: "none",
  TRUST_PROXY: "1",
  SITE_URL: "http://localhost",
  // Pages of another address that use this server as their project.
  API_ORIGINS: "https://gharsach.example",
  SMTP_URL,
});
const backend = await startEmbeddedBackend(settings);
// One author stands for many: abuse-limits.test.ts sets the numbers back to those that the product comes with.
const owner = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} });
await widenLimits(owner);
await owner.end();
const { app } = createWebServer({
  settings,
  ping: backend.ping,
  renderPage: async () => new Response("Pages are not part of the database tests.", { status: 404 }),
  assetsFolder: null,
  api: backend.api,
});
const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
const { port } = server.address() as AddressInfo;

process.on("disconnect", () => {
  server.close();
  server.closeAllConnections();
  void backend.stop().finally(() => process.exit(0));
});
// Ctrl-C in a terminal reaches this process too; the one that started it says when it is over.
process.on("SIGINT", () => {});

const facts: ServerFacts = {
  apiUrl: `http://127.0.0.1:${port}`,
  publishableKey: backend.publishableKey,
  mailFolder: path.join(dataDir, "mail"),
  databaseUrl: backend.databaseUrl,
};
process.send?.(facts);
