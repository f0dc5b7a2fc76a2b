import { boot } from "../server/run.ts";
import { createWebServer } from "../server/web-server.ts";

// The web server for tests, like `npm start` but without pages, which would have to be built.

// Ends with its parent process.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await boot(async (settings, backend) =>
  createWebServer({
    settings,
    ping: backend.ping,
    renderPage: async () => new Response("These tests have no pages.", { status: 404 }),
    assetsFolder: null,
    api: backend.embedded?.api,
  }),
);
