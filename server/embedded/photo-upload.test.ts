import fs from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createUploadSlots, receivePhoto, type UploadSlot } from "./photo-upload.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("ten uploads of an account and 32 of all are under way at a time, and one that ends makes room", () => {
  const take = createUploadSlots();
  const slots = Array.from({ length: 10 }, (_, index) => take("asha", `network-${index}`));
  expect(() => take("asha", "home")).toThrow("Many photos are arriving just now.");
  for (const slot of slots) slot.release();
  for (let account = 0; account < 32; account += 1) take(`account-${account}`, `network-${account}`);
  expect(() => take("ravi", "home")).toThrow("Many photos are arriving just now.");
});

test("a new upload takes the newest slot of the account that holds most, not the slot of a photo that has arrived", async () => {
  const take = createUploadSlots();
  const slots = Array.from({ length: 32 }, (_, index) => take(`account-${index % 4}`, `network-${index}`));
  const [newest, last] = slots.toReversed();
  if (newest) newest.isReceiving = false;
  take("asha", "home");
  await expect(last?.taken).rejects.toThrow("Many photos are arriving just now.");
  expect(await stateOf(newest)).toBe("kept");
  last?.release();
  take("asha", "home");
});

test("many accounts in one network lose slots to another network, and where each holds one the next has to wait", async () => {
  const take = createUploadSlots();
  const slots = Array.from({ length: 32 }, (_, index) => take(`account-${index}`, "network"));
  take("asha", "home");
  expect(await stateOf(slots[31])).toBe("taken");
  expect(() => take("ravi", "network")).toThrow("Many photos are arriving just now.");
  const takeElsewhere = createUploadSlots();
  for (let index = 0; index < 32; index += 1) takeElsewhere(`account-${index}`, `network-${index}`);
  expect(() => takeElsewhere("asha", "home")).toThrow("Many photos are arriving just now.");
});

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
  const received = receivePhoto(incoming, path.join(folder, "photo"), createUploadSlots()("asha", "home"));
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

async function stateOf(slot: UploadSlot | undefined): Promise<string> {
  const taken = slot?.taken.catch(() => "taken");
  return String(await Promise.race([taken ?? "no slot", nextTurn("kept")]));
}
