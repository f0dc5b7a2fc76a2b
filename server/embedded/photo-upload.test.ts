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
  const incoming = Object.assign(body, { headers: { "content-type": "image/png" } }) as unknown as IncomingMessage;
  const received = receivePhoto(incoming, path.join(folder, "photo"));
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
