import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import type postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import type { ServerEnv } from "../client-address.ts";
import { createLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./sessions.ts";
import { createStorage } from "./storage.ts";

/** Of the start of a day in India, and none. */
const NAMES = ["1763663400000-abcdef.png", "1763663400001-abcdef.png"];

test("takes so many megabytes of photos from one network in a day", { tags: ["11.209"] }, async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-storage-"));
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  const sql = (async () => []) as unknown as postgres.Sql;
  const sessions = { verify: async () => ({ sub: "asha" }), isAlive: async () => true } as unknown as Sessions;
  const limits = createLimits();
  limits.setNumbers({ photo_megabytes_per_network_day: 6 });
  const shared = { sql, writePool: sql, sessions, limits, folder, publishableKey: "public-key", trustProxy: true };
  const app = new Hono<ServerEnv>().post("/:name", createStorage(shared).upload);
  app.onError((error, c) => (error instanceof Refusal ? error.answer(c) : c.body(null, 500)));
  const send = async (address: string, megabytes: number, name = NAMES[0]) => {
    const headers = {
      authorization: "Bearer token",
      "x-forwarded-for": address,
      "content-length": String(megabytes * 1024 * 1024),
    };
    // Above 5 MB it is refused before it is received.
    const env = { incoming: { headers: { "content-length": "6000000" } } };
    return (await app.request(`/${name}`, { method: "POST", headers }, env)).status;
  };
  expect(await send("192.0.2.1", 4, NAMES[1])).toBe(400);
  expect([await send("192.0.2.1", 4), await send("192.0.2.2", 2)]).toEqual([413, 413]);
  expect([await send("192.0.2.3", 1), await send("198.51.100.1", 1)]).toEqual([429, 413]);
});
