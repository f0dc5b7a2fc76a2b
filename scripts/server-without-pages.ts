import { boot } from "../server/run.ts";
import { createWebServer } from "../server/web-server.ts";

// The product's web server for tests, started and ended as `npm start` does it, without its pages: they would have to be built.

// The parent process is gone, so nothing would end this one.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await boot(async (settings, backend) =>
  createWebServer({
    settings,
    ping: backend.ping,
    renderPage: async () => new Response("Pages are no part of these tests.", { status: 404 }),
    assetsFolder: null,
    api: backend.embedded?.api,
  }),
);
