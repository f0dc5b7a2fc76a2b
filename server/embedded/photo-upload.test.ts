import fs from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { receivePhoto } from "./photo-upload.ts";

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
