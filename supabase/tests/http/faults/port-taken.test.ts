import { once } from "node:events";
import fs from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../../../../server/embedded/postgres/free-port.ts";
import { startPostgres } from "../../../../server/embedded/postgres/start.ts";

vi.mock("../../../../server/embedded/postgres/free-port.ts", { spy: true });

test("chooses another port if a program takes it before PostgreSQL does", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const other = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  vi.mocked(freePort).mockResolvedValueOnce(port);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-port-"));
  await fs.chmod(folder, 0o711);
  onTestFinished(() => fs.rm(folder, { recursive: true }));

  const server = await startPostgres(folder, "a-password");
  expect(new URL(server.url).port).not.toBe(String(port));
  expect(freePort).toHaveBeenCalledTimes(2);
  await server.stop();
  other.close();
}, 60_000);
