import "./prototype-wall.ts";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { createPageHandler } from "./page-handler.ts";
import { startBackend } from "./backend.ts";
import { redactConsole } from "./log.ts";
import { createMailbox } from "./mailbox.ts";
import { endWith, run, surviveLostConnections } from "./run.ts";
import { environment, readSettings } from "./settings.ts";
import { createWebServer } from "./web-server.ts";

const BUILD = fileURLToPath(new URL("../build", import.meta.url));

redactConsole();
surviveLostConnections();
try {
  const settings = readSettings(environment());
  process.env.NODE_ENV = "production";
  const backend = await startBackend(settings);
  const build = (await import(path.join(BUILD, "server", "index.js"))) as {
    createPageHandler: typeof createPageHandler;
  };
  const { embedded } = backend;
  const server = createWebServer({
    settings,
    ping: backend.ping,
    renderPage: build.createPageHandler(backend.database, settings.siteUrl),
    assetsFolder: path.join(BUILD, "client"),
    api: embedded?.api,
    mailbox: embedded?.mailFolder ? createMailbox(embedded.mailFolder) : undefined,
  });
  await run(settings, backend, server);
} catch (error) {
  endWith(error);
}
