import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { call, newVisitor } from "../client.ts";
import { makeAccounts, newDataDir, runScript, type Server, stop, uploadPhoto } from "../faults/servers.ts";
import { whenReady } from "../../../../scripts/server-for-tests.ts";
import { canEnter, systemUser } from "../../../../server/embedded/system-user.ts";

const PROJECT = fileURLToPath(new URL("../../../..", import.meta.url));
const user = systemUser();

test("a web server that root starts goes on as a system user, or says why it cannot", async () => {
  const dataDir = await newDataDir();
  const server = await start(dataDir);
  const mayEnter = !user || canEnter(user, PROJECT);
  expect(await userOf(server)).toBe(user && mayEnter ? user.uid : process.getuid?.());
  expect(await stop(server)).toBe(0);
  expect(server.output().includes("GharSach goes on as root, since no other user may enter")).toBe(!mayEnter);
});

test("without root's rights it serves files, takes photos, keeps mails, and starts again on what it wrote", async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  const [account = newVisitor()] = await makeAccounts(dataDir, 1);
  const photo = await uploadPhoto(first, account);
  const body = { email: "asha@example.in", password: "kept-home-truth" };
  expect((await call(newVisitor(), "POST", "/auth/v1/signup", { body, server: first.url })).status).toBe(200);
  await expect.poll(() => fs.readdir(path.join(dataDir, "mail")), { timeout: 10_000 }).toHaveLength(1);
  expect((await fetch(`${first.url}/favicon.svg`)).status).toBe(200);
  expect(await stop(first)).toBe(0);

  const again = await start(dataDir);
  for (const service of ["object/public", "render/image/public"]) {
    const rendition = service.startsWith("render") ? "?width=128&height=128&resize=cover&quality=60" : "";
    const answer = await fetch(`${again.url}/storage/v1/${service}/review-proofs/${photo}${rendition}`);
    expect(answer.status, service).toBe(200);
    await answer.arrayBuffer();
  }
  expect(await stop(again)).toBe(0);
});

test("data of another system user are taken over", async () => {
  const dataDir = await newDataDir();
  expect(await stop(await start(dataDir))).toBe(0);
  if (user) await chownAll(dataDir, 12_345);
  const server = await start(dataDir);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await stop(server)).toBe(0);
});

function start(dataDir: string): Promise<Server> {
  return whenReady(runScript("server/start.ts", [], { DATA_DIR: dataDir }));
}

async function userOf(server: Server): Promise<number> {
  const status = await fs.readFile(`/proc/${server.process.pid}/status`, "utf8");
  const [, real, effective, saved] = /^Uid:\t(\d+)\t(\d+)\t(\d+)/m.exec(status) ?? [];
  expect([effective, saved]).toEqual([real, real]);
  return Number(real);
}

async function chownAll(folder: string, uid: number): Promise<void> {
  for (const name of await fs.readdir(folder, { recursive: true })) await fs.lchown(path.join(folder, name), uid, uid);
}
