import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { whenReady } from "../../../../scripts/server-for-tests.ts";
import { canEnter, systemUser } from "../../../../server/embedded/system-user.ts";
import { call, newVisitor, RENDITION } from "../client.ts";
import { makeAccounts, newDataDir, runScript, type Server, stop, uploadPhoto } from "../faults/servers.ts";

const PROJECT = fileURLToPath(new URL("../../../..", import.meta.url));
const user = systemUser();

test("drops root at the start and serves what it stored before", async () => {
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  const mayEnter = !user || canEnter(user, PROJECT);
  expect(await userOf(first)).toBe(user && mayEnter ? user.uid : process.getuid?.());
  expect(first.output().includes("GharSach continues as root because no other user may enter")).toBe(!mayEnter);
  const [account = newVisitor()] = await makeAccounts(dataDir, 1);
  const photo = await uploadPhoto(first, account);
  const body = { email: "asha@example.in", password: "kept-home-truth" };
  expect((await call(newVisitor(), "POST", "/auth/v1/signup", { body, server: first.url })).status).toBe(200);
  await expect.poll(() => fs.readdir(path.join(dataDir, "emails")), { timeout: 10_000 }).toHaveLength(1);
  expect((await fetch(`${first.url}/favicon.svg`)).status).toBe(200);
  expect(await stop(first)).toBe(0);
  const again = await start(dataDir);
  for (const place of [
    `object/public/review-proofs/${photo}`,
    `render/image/public/review-proofs/${photo}${RENDITION}`,
  ])
    expect((await fetch(`${again.url}/storage/v1/${place}`)).status, place).toBe(200);
  expect(await stop(again)).toBe(0);
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
