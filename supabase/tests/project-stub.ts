import { statSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import postgres from "postgres";
import { createPhotoObjects } from "../../server/embedded/photo-objects.ts";

// The process that operators.test.ts starts. It stands in for a hosted project, on the database and the photos of the tests:
// what PostgREST and Storage answer to a secret key, as far as operators ask them.
const [url = "", proofFolder = "", secretKey = ""] = process.argv.slice(2);
const sql = postgres(url, { max: 2, onnotice: () => {} });
const files = createPhotoObjects(sql, proofFolder);
// Folders that root makes would be closed to the server, whose photos these are.
const { uid, gid } = statSync(path.dirname(proofFolder));
process.setgid?.(gid);
process.setuid?.(uid);

const app = new Hono();
app.use(async (c, next) => {
  if (c.req.header("apikey") === secretKey) return next();
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
