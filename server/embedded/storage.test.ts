import { Readable } from "node:stream";
import { Hono } from "hono";
import type postgres from "postgres";
import { expect, test } from "vitest";
import type { ServerEnv } from "../client-address.ts";
import { createLimits } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./sessions.ts";
import { createStorage } from "./storage.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

test("limits the megabytes of photos of a network in a day", { tags: ["11.209"] }, async () => {
  const folder = temporaryFolder();
  const sql = (async () => []) as unknown as postgres.Sql;
  const sessions = { verify: async () => ({ sub: "asha" }), isAlive: async () => true } as unknown as Sessions;
  const limits = createLimits();
  limits.setNumbers({ photo_megabytes_per_network_day: 6 });
  const shared = { sql, writePool: sql, sessions, limits, folder, publishableKey: "public-key", trustProxy: true };
  const app = new Hono<ServerEnv>().post("/:name", createStorage(shared).upload);
  app.onError((error, c) => (error instanceof Refusal ? error.answer(c) : c.body(null, 500)));
  const send = async (address: string, sent: number) => {
    const headers = { authorization: "Bearer token", "x-forwarded-for": address, "content-length": "5242880" };
    const incoming = Object.assign(Readable.from([Buffer.alloc(sent)]), { headers });
    return (await app.request("/1763663400000-abcdef.png", { method: "POST", headers }, { incoming })).status;
  };
  // No upload is a picture: within the limit the storage answers 400.
  expect([await send("192.0.2.1", 1), await send("192.0.2.1", 1)]).toEqual([400, 400]);
  expect([await send("192.0.2.1", 4_000_000), await send("192.0.2.2", 4_000_000)]).toEqual([400, 400]);
  expect([await send("192.0.2.3", 1), await send("198.51.100.1", 1)]).toEqual([429, 400]);
});
