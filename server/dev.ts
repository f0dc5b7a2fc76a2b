import { Hono } from "hono";
import { createServer as createViteServer } from "vite";
import { startBackend } from "./backend.ts";
import type { ServerEnv } from "./client-address.ts";
import { createMailbox } from "./mailbox.ts";
import type { createPageHandler } from "./page-handler.ts";
import { endWith, run } from "./run.ts";
import { readSettings } from "./settings.ts";
import { createWebServer } from "./web-server.ts";

/** `npm run dev`: the same server with pages and modules from Vite, which replaces them in the browser as they change. */
try {
  process.loadEnvFile?.();
} catch {
  // There is no .env: the defaults hold.
}
try {
  const settings = readSettings(process.env);
  const backend = await startBackend(settings);
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });
  const { embedded } = backend;
  const server = createWebServer({
    settings,
    ping: backend.ping,
    async renderPage(request, nonce) {
      const module = (await vite.ssrLoadModule("./server/page-handler.ts")) as {
        createPageHandler: typeof createPageHandler;
      };
      return module.createPageHandler(backend.database)(request, nonce);
    },
    assetsFolder: null,
    api: embedded?.api,
    mailbox: embedded?.mailFolder ? createMailbox(embedded.mailFolder) : undefined,
  });

  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const isVites = await new Promise<boolean>((resolve) => {
      outgoing.once("finish", () => resolve(true));
      vite.middlewares(incoming, outgoing, () => resolve(false));
    });
    if (isVites) return new Response(null, { headers: { "x-hono-already-sent": "true" } });
    return next();
  });
  app.route("/", server);
  await run(settings, backend, app, () => vite.close());
} catch (error) {
  endWith(error);
}
