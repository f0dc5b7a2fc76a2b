import fs from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import type { TestProject } from "vitest/node";
import { startEmbeddedBackend } from "../../server/embedded/backend.ts";
import { readSettings } from "../../server/settings.ts";
import { createWebServer } from "../../server/web-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    apiUrl: string;
    publishableKey: string;
    mailFolder: string;
    databaseUrl: string;
  }
}

/** Starts the embedded backend on an empty database, behind the web server, for all database tests. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-db-"));
  await fs.chmod(dataDir, 0o711);
  const settings = readSettings({ DATA_DIR: dataDir, SEED: "none", TRUST_PROXY: "1", SITE_URL: "http://localhost" });
  const backend = await startEmbeddedBackend(settings);
  const app = createWebServer({
    settings,
    ping: backend.ping,
    renderPage: async () => new Response("Pages are not part of the database tests.", { status: 404 }),
    assetsFolder: null,
    api: backend.api,
  });
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  project.provide("apiUrl", `http://127.0.0.1:${port}`);
  project.provide("publishableKey", backend.publishableKey);
  project.provide("mailFolder", path.join(dataDir, "mail"));
  project.provide("databaseUrl", backend.databaseUrl);

  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await backend.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  };
}
