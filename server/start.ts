import path from "node:path";
import { fileURLToPath } from "node:url";
import type { createPageHandler, handleOf } from "./page-handler.ts";
import { createMailbox } from "./mailbox.ts";
import { boot } from "./run.ts";
import { createWebServer, pagePolicy } from "./web-server.ts";

const BUILD = fileURLToPath(new URL("../build", import.meta.url));

process.env.NODE_ENV = "production";
await boot(async (settings, backend) => {
  const build = (await import(path.join(BUILD, "server", "index.js"))) as {
    createPageHandler: typeof createPageHandler;
    handleOf: typeof handleOf;
  };
  const { embedded } = backend;
  const { siteUrl, site } = settings;
  return createWebServer({
    settings,
    ping: backend.ping,
    renderPage: build.createPageHandler(backend.database, {
      siteUrl,
      site,
      policyOf: pagePolicy(settings),
    }),
    handleOf: build.handleOf,
    assetsFolder: path.join(BUILD, "client"),
    api: embedded?.api,
    mailbox: embedded?.mailbox ? createMailbox(embedded.mailbox) : undefined,
    limits: embedded?.limits,
  });
});
