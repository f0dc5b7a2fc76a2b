import { createWriteStream, type WriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { MAX_PHOTO_BYTES } from "../../app/domain/photo.ts";
import { StorageRefusal } from "./photo-storage.ts";

/** Includes boundaries, headers and small fields of a form. */
const MAX_BODY_BYTES = MAX_PHOTO_BYTES + 16 * 1024;
const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20, headerSize: 4096 };

/**
 * Streams a photo to a new file: the first file of a form, as browsers send it, or the whole body. Throws {@link StorageRefusal} if it is too
 * large, missing or interrupted (connection-limits.ts has the timeouts). Always calls `charge` with the received bytes.
 */
export async function receivePhoto(
  incoming: IncomingMessage,
  file: string,
  charge: (bytes: number) => void,
): Promise<void> {
  const { headers } = incoming;
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  // Every body has a length (connection-limits.ts).
  if (Number(headers["content-length"]) > (isForm ? MAX_BODY_BYTES : MAX_PHOTO_BYTES)) throw tooLarge();
  let received = 0;
  async function* chunks() {
    // Without destroyOnReturn, the connection stays open for the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      yield chunk;
    }
  }
  const body = Readable.from(chunks(), { objectMode: false });
  try {
    await (isForm ? receiveForm(body, headers as BusboyHeaders, file) : pipeline(body, newFile(file)));
  } catch (error) {
    // System errors, such as a full disk, are not the visitor's mistake.
    if (error instanceof StorageRefusal || (error as NodeJS.ErrnoException).syscall) throw error;
    throw interrupted();
  } finally {
    body.destroy();
    charge(received);
  }
}

async function receiveForm(body: Readable, headers: BusboyHeaders, file: string): Promise<void> {
  const form = new Busboy({ headers, limits: { ...FORM_LIMITS, fileSize: MAX_PHOTO_BYTES } });
  const photo = new Promise<BusboyFileStream>((resolve, reject) => {
    form.once("file", (_name, stream) => resolve(stream));
    form.once("finish", () =>
      reject(new StorageRefusal(400, "InvalidRequest", "InvalidRequest", "No content provided")),
    );
  });
  const storing = photo.then((stream) => {
    stream.once("limit", () => stream.destroy(tooLarge()));
    return pipeline(stream, newFile(file));
  });
  // Busboy would parse all further parts: 1.6 s for 5 MB.
  form.once("partsLimit", () => form.destroy(interrupted()));
  try {
    await Promise.all([pipeline(body, form), storing]);
  } finally {
    form.destroy();
  }
}

function newFile(file: string): WriteStream {
  return createWriteStream(file, { flags: "wx", mode: 0o600 });
}

function tooLarge(): StorageRefusal {
  return new StorageRefusal(413, "Payload too large", "EntityTooLarge", "The photo is too large (max 5MB).");
}

function interrupted(): StorageRefusal {
  return new StorageRefusal(
    400,
    "InvalidRequest",
    "InvalidRequest",
    "The upload stopped before the photo was complete. Please try again.",
  );
}
