import { createHash, randomUUID } from "node:crypto";
import type { Context } from "hono";
import postgres from "postgres";
import { clientAddress, networkOf, type ServerEnv } from "../client-address.ts";
import { type AddressLimits, tooManyFromHere } from "./address-limits.ts";
import { asVisitor } from "./connections.ts";
import { MAX_PROOF_FILE_BYTES, StorageRefusal, createProofStorage, redrawPhoto } from "./proof-storage.ts";
import { THUMBNAIL_QUERY, createProofThumbnails } from "./proof-thumbnails.ts";
import { bearerOf } from "./refusal.ts";
import { type Claims, SESSION_OVER, type Sessions } from "./sessions.ts";

/** As the product names photos. Must match private.is_photo_name in the database. */
export const PHOTO_NAME = "\\d{10,17}-[a-z\\d]{6,64}\\.(?:png|jpg|jpeg|gif)";
const BUCKET = "review-proofs";

/** A photo is looked at and nothing else, from pages of any origin, and never changes. */
const PHOTO_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const UNIQUE_VIOLATION = "23505";

interface StorageOptions {
  /** Connected as the owner of the schema auth, who may ask for quotas. */
  sql: postgres.Sql;
  writing: postgres.Sql;
  sessions: Sessions;
  limits: AddressLimits;
  folder: string;
  publishableKey: string;
  trustProxy: boolean;
}

/** The photos that prove a stay: signed-in visitors add them, everyone opens those whose address they know. */
export function createStorage(options: StorageOptions) {
  const { sql, writing, sessions, limits, folder, publishableKey, trustProxy } = options;
  const photos = createProofStorage(folder, BUCKET);
  const thumbnailOf = createProofThumbnails(photos.folder);

  async function visitorOf(c: Context<ServerEnv>): Promise<Claims> {
    const token = bearerOf(c);
    if (token === "" || token === publishableKey) throw forbidden();
    const claims = await sessions.verify(token).catch((error: Error) => {
      // The real service has jose's words, too.
      throw forbidden(error.message);
    });
    if (!(await sessions.isAlive(claims))) throw forbidden(SESSION_OVER);
    return claims;
  }

  /** Refuses an account that has uploaded enough. The database decides, and again when the photo is stored. */
  async function checkQuota({ sub }: Claims): Promise<void> {
    const [reached] = await sql<{ sentence: string; seconds: number }[]>`
      select seconds, sentence from private.proof_quota(${sub}) where seconds is not null`;
    if (reached) throw tooMany(reached.sentence, reached.seconds);
  }

  async function addRow(visitor: Claims, name: string, bytes: Buffer, mimetype: string): Promise<string> {
    const id = randomUUID();
    const metadata = { eTag: etagOf(bytes), size: bytes.length, mimetype, contentLength: bytes.length };
    await asVisitor(
      writing,
      visitor,
      (transaction) => transaction`
        insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, version)
        values (${id}, ${BUCKET}, ${`public/${name}`}, ${visitor.sub}, ${visitor.sub}, ${sql.json(metadata)}, ${randomUUID()})`,
    );
    return id;
  }

  return {
    async upload(c: Context<ServerEnv>): Promise<Response> {
      const name = c.req.param("name") ?? "";
      // All of it before five megabytes are taken in.
      const visitor = await visitorOf(c);
      const wait = await limits.count("upload", networkOf(clientAddress(c, trustProxy)));
      if (wait !== null) throw tooMany(tooManyFromHere(wait), wait);
      await checkQuota(visitor);
      try {
        const { bytes, mimetype } = await redrawPhoto(await photoIn(c), name);
        // On the disk before the database names it, so that a backup has each one that is named.
        await photos.add(name, bytes);
        const id = await addRow(visitor, name, bytes, mimetype).catch(async (error: unknown) => {
          await photos.remove(name);
          throw error;
        });
        return c.json({ Key: `${BUCKET}/public/${name}`, Id: id });
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error;
        if (error.code === UNIQUE_VIOLATION)
          throw new StorageRefusal(409, "Duplicate", "KeyAlreadyExists", "The resource already exists");
        // Of many photos at once, this one was beyond the daily number; or the policy of the bucket says no.
        await checkQuota(visitor);
        if (/^(?:42501|PT4\d\d)$/.test(error.code)) throw forbidden();
        throw error;
      }
    },

    async photo(c: Context<ServerEnv>): Promise<Response> {
      const photo = await photos.read(c.req.param("name") ?? "");
      if (!photo) throw noSuchPhoto();
      return picture(c, photo.bytes, photo.mimetype);
    },

    async thumbnail(c: Context<ServerEnv>): Promise<Response> {
      // Sizes of the caller's choice would be work and disk space without end.
      if (new URL(c.req.url).search !== THUMBNAIL_QUERY)
        throw new StorageRefusal(400, "InvalidRequest", "InvalidRequest", "This rendition is not available.");
      const name = c.req.param("name") ?? "";
      const thumbnail = await thumbnailOf(name);
      if (thumbnail === "no-such-photo") throw noSuchPhoto();
      if (thumbnail === "busy") return c.redirect(`/storage/v1/object/public/${BUCKET}/public/${name}`, 307);
      return picture(c, thumbnail, "image/webp");
    },
  };
}

/** From the contents alone: two equal photos have one, and nothing of when they came. */
function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
}

function picture(c: Context, bytes: Buffer, type: string): Response {
  const headers = { ...PHOTO_HEADERS, ETag: etagOf(bytes) };
  const known = c.req.header("if-none-match")?.split(/\s*,\s*/) ?? [];
  if (known.some((tag) => tag.replace(/^W\//, "") === headers.ETag)) return c.body(null, 304, headers);
  return c.body(bytes as Buffer<ArrayBuffer>, 200, { ...headers, "Content-Type": type });
}

/** The bytes of an upload: a part of a form, as browsers send it, or the whole body. */
async function photoIn(c: Context): Promise<Buffer> {
  const isForm = /^multipart\/form-data\b/i.test(c.req.header("content-type") ?? "");
  let upload: Blob | ArrayBuffer | undefined;
  if (isForm) {
    const form = await c.req.formData().catch(() => new FormData());
    const files = [form.get("file"), ...form.values()];
    upload = files.find((value): value is File => value instanceof File);
    if (!upload) throw new StorageRefusal(400, "InvalidRequest", "InvalidRequest", "No content provided");
  } else {
    upload = await c.req.arrayBuffer();
  }
  const bytes = Buffer.from(upload instanceof Blob ? await upload.arrayBuffer() : upload);
  if (bytes.length > MAX_PROOF_FILE_BYTES) throw tooLarge();
  return bytes;
}

export function tooLarge(): StorageRefusal {
  return new StorageRefusal(413, "Payload too large", "EntityTooLarge", "The photo is too large (max 5MB).");
}

function tooMany(sentence: string, seconds: number): StorageRefusal {
  return new StorageRefusal(429, "over_request_rate_limit", "TooManyRequests", sentence, seconds);
}

function forbidden(message = "new row violates row-level security policy"): StorageRefusal {
  return new StorageRefusal(403, "Unauthorized", "AccessDenied", message);
}

function noSuchPhoto(): StorageRefusal {
  return new StorageRefusal(404, "not_found", "NoSuchKey", "Object not found");
}
