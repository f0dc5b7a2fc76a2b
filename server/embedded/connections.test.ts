import { expect, onTestFinished, test } from "vitest";
import { createReadPool } from "./connections.ts";
import { freePort } from "./postgres/free-port.ts";

test("reconnects at once, however long the database was away", async () => {
  const sql = createReadPool(`postgres://127.0.0.1:${await freePort()}/postgres`, 1);
  onTestFinished(() => sql.end({ timeout: 0 }));
  const began = performance.now();
  for (let miss = 0; miss < 8; miss++) await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(performance.now() - began).toBeLessThan(10_000);
});
