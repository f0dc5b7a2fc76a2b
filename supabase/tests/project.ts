import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import postgres from "postgres";
import { createProofFiles } from "../../server/embedded/proof-files.ts";
import { databaseRefusal } from "../../server/embedded/rest.ts";

// The process that operators.test.ts starts: what a hosted project does for operators, on the database and the photos of the
// tests. With the secret key it calls any function as service_role and changes any photo, with another key it is a visitor's.
const [url = "", proofFolder = "", publishableKey = "", secretKey = ""] = process.argv.slice(2);
const sql = postgres(url, { max: 2, onnotice: () => {} });
const files = createProofFiles(sql, proofFolder);
const project = new Hono();

project.use(async (c, next) => {
  const isKnown = [publishableKey, secretKey].includes(c.req.header("apikey") ?? "");
  return isKnown ? next() : c.json({ message: "Invalid API key" }, 401);
});

project.post("/rest/v1/rpc/:name{[a-z_]+}", async (c) => {
  const isOperator = c.req.header("apikey") === secretKey;
  const role = isOperator ? "service_role" : c.req.header("authorization") ? "authenticated" : "anon";
  const args = Object.entries(await c.req.json<Record<string, string | null>>());
  const listed = args.map(([name], index) => `${name} => $${index + 1}`).join(", ");
  const statement = `select public.${c.req.param("name")}(${listed})::text as answer`;
  try {
    const answer = await sql.begin(async (transaction) => {
      await transaction`select set_config('role', ${role}, true)`;
      const values = args.map(([, value]) => value);
      const [row] = await transaction.unsafe<{ answer: string | null }[]>(statement, values);
      return row?.answer ?? "null";
    });
    return c.body(answer, 200, { "content-type": "application/json" });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "42883") return c.json({ code: "PGRST202", message: "Could not find the function" }, 404);
    return databaseRefusal(error, null).answer();
  }
});

project.use("/storage/v1/*", async (c, next) =>
  c.req.header("apikey") === secretKey
    ? next()
    : c.json({ message: "new row violates row-level security policy" }, 400),
);

project.post("/storage/v1/object/move", async (c) => {
  const { bucketId, sourceKey, destinationBucket, destinationKey } = await c.req.json<Record<string, string>>();
  await files.move({
    from: { bucket: bucketId ?? "", name: sourceKey ?? "" },
    to: { bucket: destinationBucket ?? "", name: destinationKey ?? "" },
  });
  return c.json({ message: "Successfully moved" });
});

project.delete("/storage/v1/object/:bucket", async (c) => {
  const { prefixes } = await c.req.json<{ prefixes: string[] }>();
  await files.remove(prefixes.map((name) => ({ bucket: c.req.param("bucket"), name })));
  return c.json(prefixes.map((name) => ({ name })));
});

const server = serve({ fetch: project.fetch, hostname: "127.0.0.1", port: 0 }) as Server;
if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
process.on("disconnect", () => process.exit(0));
process.send?.((server.address() as AddressInfo).port);
