import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import postgres from "postgres";
import { networkOfCaller, type ServerEnv, signalOf } from "../client-address.ts";
import { createFairQueue } from "../fair-queue.ts";
import { asVisitor } from "./connections.ts";
import { countRequest, type Limits, tooManyFromHere } from "./limits.ts";
import { receivePhoto } from "./photo-upload.ts";
import { PROOF_BUCKET, StorageRefusal, createPhotoStorage, reencodePhoto } from "./photo-storage.ts";
import { createProofThumbnails, requestedRendition } from "./proof-thumbnails.ts";
import { bearerOf } from "./refusal.ts";
import { type Claims, SESSION_OVER, type Sessions } from "./sessions.ts";

/** Must match private.is_photo_name in the database. */
export const PHOTO_NAME = "\\d{10,17}-[a-z\\d]{6,64}\\.(?:png|jpg|jpeg|gif)";
const DAY_MS = 86_400_000n;
const INDIA_AHEAD_MS = 19_800_000n;

/**
 * Pages of any origin may display a photo, which never changes. A withdrawn one leaves the bucket within 15 s and shared caches 30 s later.
 * Browsers that have loaded it keep it.
 */
const PHOTO_HEADERS = {
  "Cache-Control": "public, max-age=31536000, s-maxage=30, immutable",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const UNIQUE_VIOLATION = "23505";

interface StorageOptions {
  /** Logs in as the owner of the schema auth, who may read quotas. */
  sql: postgres.Sql;
  writePool: postgres.Sql;
  sessions: Sessions;
  limits: Limits;
  folder: string;
  publishableKey: string;
  trustProxy: boolean;
}

/** Serves the storage of proof photos: signed-in visitors add them, and anyone with the URL opens them. */
export function createStorage(options: StorageOptions) {
  const photos = createPhotoStorage(options.folder);
  const thumbnailOf = createProofThumbnails(photos.folder);
  const receiving = createFairQueue({ name: "uploads", atOnce: 100, ofNetwork: 10, waiting: 10 });
  // A photo uses a core for up to a second.
  const encoding = createFairQueue({ name: "photos", atOnce: 2, ofNetwork: 1, waiting: 10 });

  return {
    async upload(c: Context<ServerEnv>): Promise<Response> {
      const name = c.req.param("name") ?? "";
      // Checks what it can before the photo is received.
      const token = tokenOf(options, c);
      const { address, wait } = countRequest(c, "upload", options);
      if (wait !== null) throw tooMany(tooManyFromHere(wait), wait);
      const visitor = await visitorOf(options, token);
      // The database would refuse the name only after the photo is re-encoded.
      if (!isOfStartOfDay(name)) throw forbidden();
      await checkQuota(options, visitor);
      const [network, signal] = [networkOfCaller(c, options.trustProxy), signalOf(c)];
      if (receiving.isFull(network) || encoding.isFull(network)) throw busy();
      const countBytes = (bytes: number) => options.limits.count("photo-megabyte", { address }, bytes / (1024 * 1024));
      // Checks the limit without counting: receivePhoto counts received bytes, because the announced ones may never arrive.
      const waitForMegabytes = countBytes(0);
      if (waitForMegabytes !== null) throw tooMany(tooManyFromHere(waitForMegabytes), waitForMegabytes);
      try {
        const { bytes, mimetype } = await photos.besidePhoto(name, async (draft) => {
          await receiving.run(network, () => receivePhoto(c.env.incoming, draft, countBytes), signal);
          return encoding.run(network, () => reencodePhoto(draft, name), signal);
        });
        // On disk before the database names it, for backups.
        await photos.add(name, bytes);
        const id = await addRow(options, visitor, name, bytes, mimetype).catch(async (error: unknown) => {
          await photos.remove(name);
          throw error;
        });
        return c.json({ Key: `${PROOF_BUCKET}/public/${name}`, Id: id });
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error;
        if (error.code === UNIQUE_VIOLATION)
          throw new StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists");
        // A concurrent upload used up the quota, or the bucket's policy refused this one.
        await checkQuota(options, visitor);
        if (/^(?:42501|PT4\d\d)$/.test(error.code)) throw forbidden();
        throw error;
      }
    },

    async photo(c: Context<ServerEnv>): Promise<Response> {
      const name = c.req.param("name") ?? "";
      const photo = await photos.find(name);
      if (!photo) throw noSuchPhoto();
      const headers = { ...PHOTO_HEADERS, ETag: etagOf(name) };
      if (isKnown(c, headers.ETag)) return c.body(null, 304, headers);
      const shown = { ...headers, "Content-Type": photo.mimetype, "Content-Length": String(photo.size) };
      if (c.req.method === "HEAD") return c.body(null, 200, shown);
      const bytes = await photo.open();
      if (!bytes) throw noSuchPhoto();
      return c.body(bytes, 200, shown);
    },

    async thumbnail(c: Context<ServerEnv>): Promise<Response> {
      // Arbitrary sizes would use unlimited CPU time and disk space.
      const rendition = requestedRendition(new URL(c.req.url).search);
      if (!rendition)
        throw new StorageRefusal(400, "InvalidRequest", "InvalidRequest", "This rendition is not available.");
      const name = c.req.param("name") ?? "";
      const thumbnail = await thumbnailOf(name, networkOfCaller(c, options.trustProxy), rendition);
      if (thumbnail === "no-such-photo") throw noSuchPhoto();
      if (thumbnail === "busy") return c.redirect(`/storage/v1/object/public/${PROOF_BUCKET}/public/${name}`, 307);
      const headers = { ...PHOTO_HEADERS, ETag: etagOf(name) };
      if (isKnown(c, headers.ETag)) return c.body(null, 304, headers);
      return c.body(thumbnail as Buffer<ArrayBuffer>, 200, { ...headers, "Content-Type": "image/webp" });
    },
  };
}

function tokenOf({ publishableKey }: StorageOptions, c: Context<ServerEnv>): string {
  const token = bearerOf(c);
  if (token === "" || token === publishableKey) throw forbidden();
  return token;
}

async function visitorOf({ sessions }: StorageOptions, token: string): Promise<Claims> {
  const claims = await sessions.verify(token).catch((error: Error) => {
    // The real service also returns jose's message.
    throw forbidden(error.message);
  });
  if (!(await sessions.isAlive(claims))) throw forbidden(SESSION_OVER);
  return claims;
}

/** Refuses an account over its quota. The database checks again when the photo is stored. */
async function checkQuota({ sql }: StorageOptions, { sub }: Claims): Promise<void> {
  const [reached] = await sql<{ sentence: string; seconds: number }[]>`
    select seconds, sentence from private.proof_quota(${sub}) where seconds is not null`;
  if (reached) throw tooMany(reached.sentence, reached.seconds);
}

async function addRow(
  { sql, writePool }: StorageOptions,
  visitor: Claims,
  name: string,
  bytes: Buffer,
  mimetype: string,
): Promise<string> {
  const id = randomUUID();
  const metadata = { size: bytes.length, mimetype, contentLength: bytes.length };
  await asVisitor(
    writePool,
    visitor,
    (transaction) => transaction`
      insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, version)
      values (${id}, ${PROOF_BUCKET}, ${`public/${name}`}, ${visitor.sub}, ${visitor.sub}, ${sql.json(metadata)}, ${randomUUID()})`,
  );
  return id;
}

/**
 * Returns whether the time in a name is the start of a day in India, which reveals no time of day. Must match private.is_photo_name
 * in the database.
 */
function isOfStartOfDay(name: string): boolean {
  return (BigInt(name.split("-", 1)[0] ?? "") + INDIA_AHEAD_MS) % DAY_MS === 0n;
}

/** Returns the ETag of a photo. A name always has the same content, and does not reveal the time of the upload. */
function etagOf(name: string): string {
  return `"${name}"`;
}

function isKnown(c: Context, etag: string): boolean {
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

function tooMany(sentence: string, seconds: number): StorageRefusal {
  return new StorageRefusal(429, "over_request_rate_limit", "TooManyRequests", sentence, seconds);
}

function busy(): StorageRefusal {
  const sentence = "Many photos are being uploaded at the moment. Please try again in a minute.";
  return new StorageRefusal(503, "server_busy", "SlowDown", sentence, 60);
}

function forbidden(message = "new row violates row-level security policy"): StorageRefusal {
  return new StorageRefusal(403, "Unauthorized", "AccessDenied", message);
}

function noSuchPhoto(): StorageRefusal {
  return new StorageRefusal(404, "not_found", "NoSuchKey", "Object not found");
}
