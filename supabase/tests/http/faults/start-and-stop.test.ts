import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Answer, call, newVisitor } from "../client.ts";
import { eventually, newDataDir, postgresPid, secretsOf, startServer, stop, type Server } from "./servers.ts";

const SAMPLE = { email: "sample.tenant@example.com", password: "sample-home-truth" };

test("locks the sample account unless the site is on loopback", async () => {
  const dataDir = await newDataDir();
  const before = await startServer(dataDir, { SEED: "", SITE_URL: "http://localhost" });
  expect((await logIn(before)).status).toBe(200);
  await stop(before);
  expect(before.output()).toContain(`Sample account: ${SAMPLE.email} with the password ${SAMPLE.password}`);
  const after = await startServer(dataDir, PUBLIC);
  expect((await logIn(after)).status).toBe(400);
  await stop(after);
  expect(after.output()).not.toContain("Sample account");
});

/** A site that is not on loopback. */
const PUBLIC = { SEED: "", SITE_URL: "https://gharsach.in" };

test("starts a public site without samples and without its secrets in PostgreSQL's environment", async () => {
  const dataDir = await newDataDir();
  const secrets = { SMTP_URL: "smtps://post:hunter2@127.0.0.1:9", SUPABASE_SECRET_KEY: "sb_secret_x", AWS_TOKEN: "x" };
  const server = await startServer(dataDir, { ...secrets, LANG: "C.UTF-8", ...PUBLIC });
  expect((await logIn(server)).status).toBe(400);
  expect(await fs.readdir(path.join(dataDir, "storage")).catch(() => [])).toEqual([]);

  const environment = (await fs.readFile(`/proc/${await postgresPid(dataDir)}/environ`, "utf8")).split("\0");
  const names = environment.map((line) => line.split("=")[0]).filter(Boolean);
  // PostgreSQL adds the last two.
  const known = ["PATH", "HOME", "LANG", "LC_ALL", "PGTZ", "PG_OOM_ADJUST_FILE", "PGSYSCONFDIR", "PGLOCALEDIR"];
  expect(names.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  expect(names).toContain("PATH");
  expect(await stop(server)).toBe(0);
  expect(server.output()).not.toMatch(/Sample account|Emails|"level":"error"/);
});

async function beginPost(server: Server, dataDir: string, target: string, body: string, length: number) {
  const { publishableKey } = await secretsOf(dataDir);
  const socket = net.connect(Number(new URL(server.url).port), "127.0.0.1");
  const headers = `Host: x\r\napikey: ${publishableKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
  socket.write(`POST ${target} HTTP/1.1\r\n${headers}\r\n\r\n${body}`);
  await delay(200);
  return socket;
}

test("logs no error for an interrupted request", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const logged = () => (server.output().match(/"message":"request"/g) ?? []).length;
  const before = logged();
  for (const target of ["/rest/v1/reviews", "/auth/v1/signup", "/rest/v1/rpc/recent_reviews"])
    (await beginPost(server, dataDir, target, '{"email":', 90)).destroy();
  expect(await eventually(async () => logged() >= before + 3)).toBe(true);
  expect(await stop(server)).toBe(0);
  expect(server.output()).not.toContain('"level":"error"');
});

test("finishes the requests in flight after SIGTERM", { tags: ["11.282"] }, async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const body = '{"at_most":1}';
  const socket = await beginPost(server, dataDir, "/rest/v1/rpc/recent_reviews", body.slice(0, 5), body.length);
  const stopped = stop(server);
  expect(await eventually(async () => server.output().includes("finishing the requests in flight"))).toBe(true);
  const sent = performance.now();
  socket.write(body.slice(5));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\[\]$/);
  expect(performance.now() - sent, "idle connections do not delay it").toBeLessThan(8_000);
  expect(await stopped).toBe(0);
});

function logIn(server: Server): Promise<Answer> {
  return call(newVisitor(), "POST", "/auth/v1/token?grant_type=password", { body: SAMPLE, server: server.url });
}
