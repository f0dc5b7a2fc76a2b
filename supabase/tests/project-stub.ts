import { statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type HttpBindings, serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type postgres from "postgres";
import { createApi } from "../../server/embedded/api.ts";
import { createAuth } from "../../server/embedded/auth/auth.ts";
import { connect } from "../../server/embedded/connections.ts";
import { createLimits } from "../../server/embedded/limits.ts";
import { pageOrigins } from "../../server/embedded/origins.ts";
import { createPhotoObjects } from "../../server/embedded/photo-objects.ts";
import { createRest } from "../../server/embedded/rest.ts";
import { createSessions } from "../../server/embedded/sessions.ts";
import { createStorage } from "../../server/embedded/storage.ts";

export interface PublicKeyPart {
  publishableKey: string;
  jwtSecret: string;
  siteUrl: string;
  /** `accountsUrl` logs in as supabase_auth_admin, `visitorsUrl` as authenticator. */
  accountsUrl: string;
  visitorsUrl: string;
}

// Simulates a hosted project on the database and photos of a test: the calls of PostgREST and Storage that operators send with the secret
// key. With a PublicKeyPart as fourth argument it also serves visitors, through the embedded server's API.
const [url = "", proofFolder = "", secretKey = "", publicPart] = process.argv.slice(2);
const sql = pool(url, 2);
const files = createPhotoObjects(sql, proofFolder);
// Runs as the owner of the photo folder: the server could not enter folders that root creates.
const { uid, gid } = statSync(path.dirname(proofFolder));
process.setgid?.(gid);
process.setuid?.(uid);

// As in server/run.ts.
process.on("uncaughtException", (error) => {
  console.error(error);
  if (!/postgres\/src\/connection\.js/.test(error.stack ?? "")) process.exit(1);
});

const app = new Hono();
const links = new Map<string, string>();
const publicApi = publicPart ? apiFor(JSON.parse(publicPart) as PublicKeyPart) : null;
app.use(async (c, next) => {
  if (c.req.header("apikey") === secretKey) return next();
  if (publicApi) return publicApi.fetch(c.req.raw, c.env as HttpBindings);
  return c.json({ message: "Invalid API key", hint: "Double check your API key." }, 401);
});
app.post("/rest/v1/rpc/:name", async (c) => {
  const args = Object.entries((await c.req.json()) as Record<string, string | null>);
  const listed = args.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
  const values = args.map(([, value]) => value);
  try {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`set local role service_role`;
      return transaction.unsafe(`select public.${c.req.param("name")}(${listed}) as answer`, values);
    });
    return c.json(row?.answer as object);
  } catch (error) {
    return refusal(c, error as postgres.PostgresError);
  }
});
app.post("/storage/v1/object/move", async (c) => {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = (await c.req.json()) as Record<string, string>;
  const from = { bucket: bucketId ?? "", name: sourceKey ?? "" };
  const to = { bucket: destinationBucket ?? from.bucket, name: destinationKey ?? "" };
  const [stored] = await sql`select from storage.objects where bucket_id = ${from.bucket} and name = ${from.name}`;
  if (!stored) return c.json({ statusCode: "404", error: "not_found", message: "Object not found" }, 400);
  try {
    await files.movePhoto({ from, to });
    return c.json({ message: "Successfully moved" });
  } catch {
    return c.json({ statusCode: "409", error: "Duplicate", message: "The resource already exists" }, 400);
  }
});
app.delete("/storage/v1/object/:bucket", async (c) => {
  const { prefixes } = (await c.req.json()) as { prefixes: string[] };
  await files.removePhotos(prefixes.map((name) => ({ bucket: c.req.param("bucket"), name })));
  return c.json(prefixes.map((name) => ({ name })));
});

// The link of the last email to an address.
app.get("/link/:address", (c) => c.text(links.get(c.req.param("address")) ?? ""));

function apiFor({ publishableKey, jwtSecret, siteUrl, accountsUrl, visitorsUrl }: PublicKeyPart) {
  const [accounts, visitors] = [pool(accountsUrl, 8), pool(visitorsUrl, 12)];
  const outbox = {
    add: async (_: unknown, __: unknown, address: string, link = "") => void links.set(address, link),
    sendDue() {},
    start: async () => {},
    stop: async () => {},
  };
  const sessions = createSessions(accounts, jwtSecret, siteUrl);
  const databases = { sql: accounts, readPool: visitors, writePool: visitors };
  const settings = { folder: proofFolder, publishableKey, trustProxy: true };
  const common = { ...databases, ...settings, sessions, limits: createLimits(), outbox };
  const [auth, rest, storage] = [createAuth(common), createRest(common), createStorage(common)];
  return createApi({ auth, rest, storage, publishableKey, origins: pageOrigins(siteUrl, []) });
}

/** Connects without prepared statements, which a pooler in transaction mode does not support. */
function pool(address: string, max: number): postgres.Sql {
  return connect(address, max, {}, { prepare: false });
}

function refusal(c: Context, { code, message }: postgres.PostgresError) {
  const [, own] = /^PT(4\d\d)$/.exec(code) ?? [];
  const isUnknown = code === "42883";
  const status = isUnknown ? 404 : own ? Number(own) : code === "42501" ? 403 : 400;
  return c.json({ code: isUnknown ? "PGRST202" : code, message, details: null, hint: null }, status as 400);
}

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
process.on("disconnect", () => process.exit(0));
process.send?.((server.address() as AddressInfo).port);
