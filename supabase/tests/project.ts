import "../../server/prototype-wall.ts";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { App, setExperimental } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { createProofStorage } from "../../server/embedded/proof-storage.ts";
import { redactConsole } from "../../server/log.ts";

// The process that operators.test.ts starts: a whole Supabase, with a secret key and without our web server's allow-list,
// on the database and the photos of the tests. It stands in for a hosted project.
const [url = "", proofFolder = "", publishableKey = "", secretKey = "", jwtSecret = ""] = process.argv.slice(2);
redactConsole();
setExperimental("storage", true);
const connection = createPostgresConnection({ url, postgresOptions: { max: 2, onnotice: () => {} } });
const app = new App({
  connection,
  auth: {
    enabled: true,
    jwt_secret: jwtSecret,
    publishable_key: publishableKey,
    secret_key: secretKey,
    site_url: "http://localhost",
  },
  api: { schemas: ["public"], max_rows: 100 },
  storage: { enabled: true },
  studio: { enabled: false },
  options: { server: { admin: false, disableStudio: true } },
});
app._storageAdapter = createProofStorage(proofFolder);
await app.init();
const server = serve({ fetch: (request) => app.fetch(request), hostname: "127.0.0.1", port: 0 }) as Server;
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
process.on("disconnect", () => process.exit(0));
process.send?.((server.address() as AddressInfo).port);
