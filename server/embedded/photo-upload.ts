import { createWriteStream, type WriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { MAX_PROOF_FILE_BYTES, StorageRefusal } from "./photo-storage.ts";

/** With the form around the photo: boundaries, headers and small fields. */
const MAX_BODY_BYTES = MAX_PROOF_FILE_BYTES + 16 * 1024;
const FORM_LIMITS = { files: 1, fields: 10, fieldSize: 1024, parts: 12, headerPairs: 20, headerSize: 4096 };

const MAX_UPLOADS = 32;
/** The form sends a review's three photos one after the other; an account may have it open on a few devices. */
const MAX_UPLOADS_OF_ACCOUNT = 10;

/** A phone on a slow network sends four times as much. Silence of half a minute ends the connection, see connection-limits.ts. */
const LEAST_BYTES_PER_S = 5 * 1024;
const LEAST_AFTER_S = 15;

/** A slot to upload in. */
export class UploadSlot {
  readonly account: string;
  readonly network: string;
  readonly release: () => void;
  /** Rejects when a new upload takes the slot. */
  readonly taken: Promise<never>;
  /** Lets a new upload have it. */
  readonly giveUp: () => void;
  isReceiving = true;

  constructor(account: string, network: string, release: (slot: UploadSlot) => void) {
    this.account = account;
    this.network = network;
    this.release = () => release(this);
    let giveUp = () => {};
    this.taken = new Promise((_resolve, reject) => {
      giveUp = () => reject(busy());
    });
    // There may be no listener yet, or any more.
    this.taken.catch(() => {});
    this.giveUp = giveUp;
  }
}

/**
 * Limits concurrent uploads. Beyond those of an account a new one is refused; beyond those of all it takes the newest slot that is
 * still receiving its photo, of the account or network that holds most, if that is two more than the new upload's. The caller
 * releases its slot.
 */
export function createUploadSlots(): (account: string, network: string) => UploadSlot {
  let slots: UploadSlot[] = [];
  const release = (slot: UploadSlot) => void (slots = slots.filter((other) => other !== slot));

  function heldBy({ account, network }: UploadSlot): number {
    const ofAccount = slots.filter((slot) => slot.account === account).length;
    return Math.max(ofAccount, slots.filter((slot) => slot.network === network).length);
  }

  return (account, network) => {
    const own = new UploadSlot(account, network, release);
    if (slots.filter((slot) => slot.account === account).length >= MAX_UPLOADS_OF_ACCOUNT) throw busy();
    if (slots.length >= MAX_UPLOADS) {
      const receiving = slots.filter(({ isReceiving }) => isReceiving);
      const [newest] = receiving.toReversed().toSorted((a, b) => heldBy(b) - heldBy(a));
      if (!newest || heldBy(newest) < heldBy(own) + 2) throw busy();
      newest.release();
      newest.giveUp();
    }
    slots.push(own);
    return own;
  };
}

function busy(): StorageRefusal {
  const sentence = "Many photos are arriving just now. Please try again in a minute.";
  return new StorageRefusal(503, "server_busy", "SlowDown", sentence, 60);
}

/**
 * Writes the photo of an upload to a new file, as it comes in: the first file of a form, as browsers send it, or the whole body.
 * Throws {@link StorageRefusal} for one that is too large, too slow, missing, or broken off, and when its slot is taken.
 */
export async function receivePhoto(incoming: IncomingMessage, file: string, slot: UploadSlot): Promise<void> {
  const { headers } = incoming;
  if (Number(headers["content-length"]) > MAX_BODY_BYTES) throw tooLarge();
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  const body = Readable.from(arriving(incoming, isForm ? MAX_BODY_BYTES : MAX_PROOF_FILE_BYTES), { objectMode: false });
  try {
    const received = isForm ? receiveForm(body, headers as BusboyHeaders, file) : pipeline(body, newFile(file));
    await Promise.race([received, slot.taken]);
    slot.isReceiving = false;
  } catch (error) {
    // A disk that takes no more is no mistake of the visitor's.
    if (error instanceof StorageRefusal || (error as NodeJS.ErrnoException).syscall) throw error;
    throw brokenOff();
  } finally {
    body.destroy();
  }
}

/** What comes in, up to this many bytes. Leaves the connection open for an answer. */
async function* arriving(incoming: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  const began = performance.now();
  let bytes = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw tooLarge();
    const seconds = (performance.now() - began) / 1000;
    if (seconds > LEAST_AFTER_S && bytes < seconds * LEAST_BYTES_PER_S) throw tooSlow();
    yield chunk as Buffer;
  }
}

async function receiveForm(body: Readable, headers: BusboyHeaders, file: string): Promise<void> {
  const form = new Busboy({ headers, limits: { ...FORM_LIMITS, fileSize: MAX_PROOF_FILE_BYTES } });
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

function tooSlow(): StorageRefusal {
  const sentence = "The photo arrives too slowly. Please try again where your connection is better.";
  return new StorageRefusal(408, "RequestTimeout", "RequestTimeout", sentence);
}

function brokenOff(): StorageRefusal {
  return new StorageRefusal(400, "InvalidRequest", "InvalidRequest", "The upload ended before the photo was whole.");
}
