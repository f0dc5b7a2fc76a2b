import { AsyncLocalStorage } from "node:async_hooks";
import path from "node:path";
import type { App } from "@supabase/lite";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { verify } from "hono/jwt";
import { timeout } from "hono/timeout";
import type { Context } from "hono";
import { clientAddress, networkOf, type ServerEnv } from "../client-address.ts";
import { logError } from "../log.ts";
import { type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";
import { type AuthAction, createAuthGuard } from "./auth-guard.ts";
import type { AccountMailer } from "./mail-outbox.ts";
import { CACHE_FOR_EVER, MAX_PROOF_FILE_BYTES, UploadRefusedError, createProofStorage } from "./proof-storage.ts";
import { proofQuota, type ReachedQuota } from "./proof-quota.ts";
import { THUMBNAIL_QUERY, createProofThumbnails } from "./proof-thumbnails.ts";
import { isTimeUp } from "./reading.ts";
import { areArguments, areRows, isWritableTable, type WritableTable } from "./table-rows.ts";
import type postgres from "postgres";

const MAX_JSON_BYTES = 256 * 1024;
/** A form around the photo: boundaries and headers. */
const MAX_UPLOAD_BYTES = MAX_PROOF_FILE_BYTES + 16 * 1024;

/** Everything the product reads and calls over the table API. Must match what app/data calls. */
const READABLE_TABLES = new Set(["reviews", "properties"]);
const FUNCTIONS = new Set([
  "browse_properties",
  "property_reviews",
  "review_in_context",
  "review_cities",
  "my_review_exists",
  "top_reviewers",
]);

/** As the product names photos. Must match the upload policy in the migration that creates the bucket. */
const PHOTO_NAME = /^\d{10,17}-[a-z\d]{6,64}\.(?:png|jpg|jpeg|gif)$/;
const UPLOAD_FOLDER = "/storage/v1/object/review-proofs/";
const UPLOAD_PATH = /^\/storage\/v1\/object\/review-proofs\/public\/([^/]+)$/;

/** A photo is looked at and nothing else, from pages of any origin, and never changes. */
const PHOTO_HEADERS = {
  "Cache-Control": CACHE_FOR_EVER,
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** What one network address does only so often. */
const USE_OF: Record<WritableTable, Use> = {
  reviews: "review",
  review_reports: "report",
  referral_waitlist: "waitlist",
};

/** Headers that reach the backend. The rest (x-upsert, x-metadata, profiles of other schemas …) stays outside. */
const FORWARDED_HEADERS = [
  "accept",
  "apikey",
  "authorization",
  "content-type",
  "prefer",
  "range",
  "range-unit",
  "x-client-info",
  "x-supabase-api-version",
];

/** What came of one upload below the backend. */
interface Upload {
  refusal?: UploadRefusedError;
  isStored: boolean;
}

interface ApiOptions {
  app: App;
  sql: postgres.Sql;
  mailer: AccountMailer;
  limits: AddressLimits;
  proofFolder: string;
  /** Signs sessions. */
  jwtSecret: string;
  trustProxy: boolean;
}

/**
 * The public face of the embedded backend: the calls that the product makes, each with its limits, and 404 for all the
 * rest that `@supabase/lite` would answer (system pages, one-time-code sign-in, listings, other tables).
 */
export function createApi({
  app,
  sql,
  mailer,
  limits,
  proofFolder,
  jwtSecret,
  trustProxy,
}: ApiOptions): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>();
  const uploads = new AsyncLocalStorage<Upload>();
  const photos = createProofStorage(proofFolder);
  const thumbnailOf = createProofThumbnails(path.join(proofFolder, "review-proofs", "public"));
  app._storageAdapter = {
    ...photos,
    async uploadObject(...args) {
      const upload = uploads.getStore();
      try {
        const stored = await photos.uploadObject(...args);
        if (upload) upload.isStored = true;
        return stored;
      } catch (error) {
        // The backend answers 500 to errors that are not its own; the reason is handed around it.
        if (upload && error instanceof UploadRefusedError) upload.refusal = error;
        throw error;
      }
    },
  };

  // Pages may come from another origin, with this address as their SUPABASE_URL. There are no cookies to misuse: a call
  // carries the public key and, in a header, the session. The headers that a page asks for are allowed; those that count
  // are chosen in forwarded().
  api.use(
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD", "POST", "PUT"],
      exposeHeaders: ["Content-Range", "Retry-After", "X-Supabase-Api-Version"],
      maxAge: 86_400,
    }),
  );
  api.use(async (c, next) => {
    await next();
    c.res.headers.set("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  // A database that dies under a request can leave it without any answer: whoever waits is told in time.
  for (const [place, milliseconds] of ANSWER_WITHIN_MS) api.use(place, timeout(milliseconds, noAnswer));
  api.use(
    "/storage/v1/*",
    bodyLimit({
      maxSize: MAX_UPLOAD_BYTES,
      onError: (c) =>
        storageRefusal(c, new UploadRefusedError(413, "Payload too large", "The photo is too large (max 5MB).")),
    }),
  );
  const jsonLimit = bodyLimit({
    maxSize: MAX_JSON_BYTES,
    onError: () => restRefusal(413, "The request is too large."),
  });
  api.use("/rest/v1/*", jsonLimit);
  api.use("/auth/v1/*", jsonLimit);

  const secondsToWait = (c: Context<ServerEnv>, use: Use) => limits.count(use, networkOf(clientAddress(c, trustProxy)));

  /** A token is good for an hour; who logs out, or is thrown out by a new password, must not go on writing with it. */
  async function isSessionOver(claims: Claims): Promise<boolean> {
    const [session] = await sql`
      select from auth.sessions where id::text = ${String(claims.session_id)} and user_id::text = ${String(claims.sub)}`;
    return !session;
  }

  const auth = createAuthGuard({
    sql,
    limits,
    mailer,
    trustProxy,
    forward: async (c, body) => app.fetch(forwarded(c, JSON.stringify(body))),
  });
  const authAction = (action: AuthAction) => (c: Context<ServerEnv>) => auth(c, action);
  api.post("/auth/v1/signup", authAction("signup"));
  api.post("/auth/v1/token", (c) => {
    const grant = c.req.query("grant_type");
    return grant === "password" || grant === "refresh_token" ? authAction(grant)(c) : c.notFound();
  });
  api.post("/auth/v1/verify", authAction("verify"));
  api.post("/auth/v1/recover", authAction("recover"));
  api.post("/auth/v1/resend", authAction("resend"));
  api.post("/auth/v1/logout", authAction("logout"));
  api.put("/auth/v1/user", authAction("user"));
  api.get("/auth/v1/user", (c) => app.fetch(forwarded(c, null)));

  api.use("/rest/v1/*", async (c, next) => {
    const { searchParams } = new URL(c.req.url);
    return isCostlyOrUnsafe(searchParams) ? restRefusal(400, NOT_ALLOWED) : next();
  });
  api.on(["GET", "HEAD"], "/rest/v1/:table", async (c) =>
    READABLE_TABLES.has(c.req.param("table")) ? plainly(await app.fetch(forwarded(c, null))) : c.notFound(),
  );
  api.post("/rest/v1/:table", async (c) => {
    const table = c.req.param("table");
    if (!isWritableTable(table)) return c.notFound();
    if (!isJson(c)) return restRefusal(415, "Send the request as JSON.");
    const wait = await secondsToWait(c, USE_OF[table]);
    if (wait !== null) return restRefusal(429, tooManyFromHere(wait), wait);
    const body = await c.req.text();
    if (!areRows(table, body)) return restRefusal(400, NOT_ALLOWED);
    const claims = await claimsOf(c, jwtSecret);
    if (claims && (await isSessionOver(claims))) return restRefusal(401, SESSION_OVER);
    return plainly(await app.fetch(forwarded(c, body)));
  });
  api.post("/rest/v1/rpc/:function", async (c) => {
    if (!FUNCTIONS.has(c.req.param("function"))) return c.notFound();
    if (!isJson(c)) return restRefusal(415, "Send the request as JSON.");
    const body = await c.req.text();
    if (!areArguments(body)) return restRefusal(400, NOT_ALLOWED);
    return plainly(await app.fetch(forwarded(c, body)));
  });

  api.post("/storage/v1/object/review-proofs/*", async (c) => {
    if (!PHOTO_NAME.test(UPLOAD_PATH.exec(c.req.path)?.[1] ?? "")) {
      return storageRefusal(c, new UploadRefusedError(400, "Invalid key", "This object name is not allowed."));
    }
    // Before five megabytes are taken in: the database asks again.
    const claims = await claimsOf(c, jwtSecret);
    if (!claims) return storageRefusal(c, new UploadRefusedError(401, "Unauthorized", "Log in to upload a photo."));
    const wait = await secondsToWait(c, "upload");
    if (wait !== null) {
      c.header("Retry-After", String(wait));
      return storageRefusal(c, new UploadRefusedError(429, "over_request_rate_limit", tooManyFromHere(wait)));
    }
    if (await isSessionOver(claims))
      return storageRefusal(c, new UploadRefusedError(401, "Unauthorized", SESSION_OVER));
    const userId = String(claims.sub);
    const quota = await proofQuota(sql, userId);
    if (quota) return tooManyPhotos(c, quota);
    const upload: Upload = { isStored: false };
    const body = await c.req.arrayBuffer();
    const answer = await uploads.run(upload, () => app.fetch(forwarded(c, body)));
    if (upload.refusal) return storageRefusal(c, upload.refusal);
    if (answer.ok) return answer;
    // The database takes no row for it: of many photos at once, this one was beyond the daily number.
    if (upload.isStored) await photos.deleteObject("review-proofs", c.req.path.slice(UPLOAD_FOLDER.length), undefined);
    const reached = await proofQuota(sql, userId);
    return reached ? tooManyPhotos(c, reached) : answer;
  });
  api.on(["GET", "HEAD"], "/storage/v1/object/public/review-proofs/:folder{public}/:name", async (c) => {
    const name = c.req.param("name");
    if (!PHOTO_NAME.test(name)) return noSuchPhoto(c);
    try {
      const { metadata, body } = await photos.getObject("review-proofs", `public/${name}`, undefined);
      return c.body(body as Buffer<ArrayBuffer>, 200, {
        ...PHOTO_HEADERS,
        "Content-Type": metadata.mimetype,
        ETag: metadata.eTag,
      });
    } catch (error) {
      if (error instanceof UploadRefusedError) return storageRefusal(c, error);
      throw error;
    }
  });
  api.on(["GET", "HEAD"], "/storage/v1/render/image/public/review-proofs/:folder{public}/:name", async (c) => {
    const name = c.req.param("name");
    if (!PHOTO_NAME.test(name)) return noSuchPhoto(c);
    // Sizes of the caller's choice would be work and disk space without end.
    if (new URL(c.req.url).search !== THUMBNAIL_QUERY) {
      return storageRefusal(c, new UploadRefusedError(400, "InvalidRequest", "This rendition is not available."));
    }
    const thumbnail = await thumbnailOf(name);
    if (thumbnail === "no-such-photo") return noSuchPhoto(c);
    if (thumbnail === "busy") return c.redirect(`/storage/v1/object/public/review-proofs/public/${name}`, 307);
    return c.body(thumbnail as Buffer<ArrayBuffer>, 200, { ...PHOTO_HEADERS, "Content-Type": "image/webp" });
  });

  api.all("*", (c) => c.notFound());
  api.notFound((c) => c.json({ message: "There is nothing at this address.", code: 404 }, 404));
  api.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    logError("api:", error);
    return c.json({ code: 500, message: "Something went wrong on our side. Please try again." }, 500);
  });
  return api;
}

/** The request as the backend gets it: same address and method, chosen headers, the body given. */
function forwarded(c: Context<ServerEnv>, body: string | ArrayBuffer | null): Request {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(c.req.url, { method: c.req.method, headers, body });
}

interface Claims {
  sub?: unknown;
  session_id?: unknown;
}

/** What the token of a signed-in visitor says; null when there is none, or none that holds. */
async function claimsOf(c: Context<ServerEnv>, jwtSecret: string): Promise<Claims | null> {
  const token = c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
  return verify(token, jwtSecret, "HS256").then(
    (claims) => (claims.role === "authenticated" ? (claims as Claims) : null),
    () => null,
  );
}

const MAX_BRACKETS = 20;

/**
 * Questions that the product never asks and whose answers can take all memory or never come: tables inside of tables
 * (they multiply), conditions deep inside of conditions, and regular expressions. The parser of lite files filters under
 * their column's name in a plain object, and a NUL would end the statement before its end.
 */
function isCostlyOrUnsafe(query: URLSearchParams): boolean {
  return (
    query.getAll("select").some((columns) => columns.includes("(")) ||
    [...query.values()].some((filter) => /\bi?match\b/.test(filter) || filter.split("(").length > MAX_BRACKETS) ||
    [...query].flat().some((text) => text.includes("__proto__") || text.includes("\0"))
  );
}

/** The table API also reads forms and CSV, by rules of its own; the product sends neither. */
function isJson(c: Context): boolean {
  return /^application\/json\s*(?:;|$)/i.test(c.req.header("content-type") ?? "");
}

/** Longer than any statement may take. Passwords wait their turn; a photo comes in as slowly as its sender's network. */
const ANSWER_WITHIN_MS: [string, number][] = [
  ["/rest/v1/*", 10_000],
  ["/auth/v1/*", 20_000],
  ["/storage/v1/*", 120_000],
];

function noAnswer(): HTTPException {
  const message = "The database does not answer. Please try again.";
  return new HTTPException(504, {
    res: Response.json({ code: "PGRST003", message, details: null, hint: null }, { status: 504 }),
  });
}

/** A refusal in the format of the table API. */
function restRefusal(status: 400 | 401 | 413 | 415 | 429 | 500, message: string, retryAfterS?: number): Response {
  return Response.json(
    { code: `PT${status}`, message, details: null, hint: null },
    { status, headers: retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) } },
  );
}

const SESSION_OVER = "Your session has ended. Please log in again.";

const NOT_ALLOWED = "The request is malformed, or one of its values is not allowed.";

const CALLERS_MISTAKE =
  /violates check constraint|invalid input|out of range|malformed|unsupported Unicode|is not (?:implemented|supported)/i;

/** A broken CHECK constraint is the caller's mistake: lite calls it a fault of the server and prints the database's words. */
async function plainly(answer: Response): Promise<Response> {
  if (answer.status < 500) return answer;
  const fault = await answer.text();
  if (isTimeUp(fault)) return new Response(fault, answer);
  if (CALLERS_MISTAKE.test(fault)) return restRefusal(400, NOT_ALLOWED);
  logError("rest:", fault);
  return restRefusal(500, "Something went wrong on our side. Please try again.");
}

function storageRefusal(c: Context, { status, code, message }: UploadRefusedError): Response {
  return c.json({ statusCode: String(status), error: code, message }, status as 400);
}

function tooManyPhotos(c: Context, { sentence, seconds }: ReachedQuota): Response {
  c.header("Retry-After", String(seconds));
  return storageRefusal(c, new UploadRefusedError(429, "too_many_requests", sentence));
}

function noSuchPhoto(c: Context): Response {
  return storageRefusal(c, new UploadRefusedError(404, "not_found", "Object not found"));
}
