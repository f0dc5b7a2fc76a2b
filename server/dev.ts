import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { createServer as createViteServer } from "vite";
import type { Backend } from "./backend.ts";
import type { ServerEnv } from "./client-address.ts";
import { createMailbox } from "./mailbox.ts";
import type { createPageHandler } from "./page-handler.ts";
import { boot, type Site } from "./run.ts";
import type { Settings } from "./settings.ts";
import { createWebServer } from "./web-server.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** `npm run dev`: the server with hot reload by Vite. Keeps root's rights, because Vite writes into the project. */
await boot(devSite, { staysRoot: true });

async function devSite(settings: Settings, backend: Backend): Promise<Site> {
  const ours = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });
  // On a signal, a plugin of Vite exits at once and would leave PostgreSQL running.
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal)) if (!ours.has(listener)) process.off(signal, listener);
  }
  const { embedded } = backend;
  const { siteUrl, site } = settings;
  const server = createWebServer({
    settings,
    ping: backend.ping,
    async renderPage(request) {
      const module = (await vite.ssrLoadModule("./server/page-handler.ts")) as {
        createPageHandler: typeof createPageHandler;
      };
      return module.createPageHandler(backend.database, { siteUrl, site, policyOf: null })(request);
    },
    assetsFolder: null,
    api: embedded?.api,
    mailbox: embedded?.mailbox ? createMailbox(embedded.mailbox) : undefined,
    limits: embedded?.limits,
  });

  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const isVites = await new Promise<boolean>((resolve) => {
      outgoing.once("close", () => resolve(true));
      vite.middlewares(incoming, outgoing, () => resolve(false));
    });
    if (isVites) return RESPONSE_ALREADY_SENT;
    return next();
  });
  app.route("/", server.app);
  return { app, stop: () => vite.close() };
}
