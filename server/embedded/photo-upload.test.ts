import fs from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { receivePhoto } from "./photo-upload.ts";

test.each([
  [
    "trickles in is ended after fifteen seconds",
    1024,
    "The photo arrives too slowly. Please try again where your connection is better.",
  ],
  ["comes with 20 KB a second is taken", 20 * 1024, null],
])("a photo that %s", async (_words, bytesPerSecond, words) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-upload-"));
  const body = new PassThrough();
  const received = receivePhoto(incoming(body), path.join(folder, "photo"));
  const outcome = received.then(() => null).catch((error: Error) => error.message);
  for (let second = 0; second < 20; second += 1) {
    body.write(Buffer.alloc(bytesPerSecond));
    await nextTurn();
    vi.advanceTimersByTime(1000);
  }
  body.end();
  expect(await outcome).toBe(words);
  await fs.rm(folder, { recursive: true });
});

test("a photo is never written where a file is", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-upload-"));
  const file = path.join(folder, "photo");
  await fs.writeFile(file, "another's");
  await expect(receivePhoto(incoming(new PassThrough().end("x")), file)).rejects.toMatchObject({ code: "EEXIST" });
  expect(await fs.readFile(file, "utf8")).toBe("another's");
  await fs.rm(folder, { recursive: true });
});

const incoming = (body: PassThrough) =>
  Object.assign(body, { headers: { "content-type": "image/png" } }) as unknown as IncomingMessage;
