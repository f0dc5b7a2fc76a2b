import os from "node:os";
import { expect, test } from "vitest";
import { PostgresProcess } from "./launch.ts";

test("a PostgreSQL that cannot be spawned fails the start, and there is nothing to stop", async () => {
  const folder = os.tmpdir();
  const options = { binaries: "/nowhere", folder, dataDir: folder, password: "", user: null, signal: undefined };
  const server = new PostgresProcess(options, 1);
  await expect(server.launch()).rejects.toMatchObject({ code: "ENOENT" });
  await server.stop();
});
