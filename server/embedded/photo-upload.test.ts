import fs from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { receivePhoto } from "./photo-upload.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

test("never overwrites a file with a photo", async () => {
  const file = await newFile();
  await fs.writeFile(file, "another's");
  await expect(receivePhoto(incoming(new PassThrough().end("x")), file, () => {})).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(await fs.readFile(file, "utf8")).toBe("another's");
});

test("stops reading a form of thousands of parts at the thirteenth", async () => {
  let chunks = 0;
  const body = Readable.from(
    (function* () {
      for (; chunks < 80; chunks += 1) yield Buffer.from("--x\r\n\r\n\r\n".repeat(100));
    })(),
  );
  const form = incoming(body, "multipart/form-data; boundary=x");
  await expect(receivePhoto(form, await newFile(), () => {})).rejects.toMatchObject({ statusCode: 400 });
  expect(chunks).toBeLessThan(40);
});

async function newFile(): Promise<string> {
  const folder = temporaryFolder();
  return path.join(folder, "photo");
}

const incoming = (body: Readable, type = "image/png") =>
  Object.assign(body, { headers: { "content-type": type } }) as unknown as IncomingMessage;
