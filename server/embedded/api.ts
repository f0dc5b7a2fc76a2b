import { setTimeout as delay } from "node:timers/promises";
import { type MiddlewareHandler, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import type { ServerEnv } from "../client-address.ts";
import { Disconnected } from "../fair-queue.ts";
import { logError } from "../log.ts";
import { DISCONNECTED, wasInterrupted } from "../request-log.ts";
import type { createAuth } from "./auth/auth.ts";
import { onlyPagesOf } from "./origins.ts";
import { PROOF_BUCKET } from "./photo-storage.ts";
import { Refusal } from "./refusal.ts";
import { BODY_BYTES, bodyBytesOf, FUNCTIONS, type FunctionName, TABLES, type TableName } from "./calls.ts";
import { RestRefusal, type createRest } from "./rest.ts";
import { type createStorage, PHOTO_NAME } from "./storage.ts";

/** Longer than the statement timeout: passwords wait for hashing, and photos arrive slowly. */
const ANSWER_WITHIN_MS: [string, number][] = [
  ["/rest/v1/*", 10_000],
  ["/auth/v1/*", 20_000],
  ["/storage/v1/*", 180_000],
];

/** Delays 429 and 503 responses: a client that retries at once sent 1,300 requests/s. People do not notice. */
const REFUSED_AFTER_MS = 1_000;

interface ApiParts {
  auth: ReturnType<typeof createAuth>;
  rest: ReturnType<typeof createRest>;
  storage: ReturnType<typeof createStorage>;
  publishableKey: string;
  origins: ReadonlySet<string>;
}

/** Serves the Supabase calls that the product makes. Everything else is 404. */
export function createApi({ auth, rest, storage, publishableKey, origins }: ApiParts): Hono<ServerEnv> {
  const api = new Hono<ServerEnv>();

  api.use(async (c, next) => {
    await next();
    if (c.res.status === 429 || c.res.status === 503) await delay(REFUSED_AFTER_MS);
    c.res.headers.set("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  });
  api.use(onlyPagesOf(origins));
  // If the database crashes, a request may otherwise never get a response.
  for (const [place, milliseconds] of ANSWER_WITHIN_MS) api.use(place, timeout(milliseconds, noAnswer));

  const key: MiddlewareHandler<ServerEnv> = async (c, next) => {
    const given = c.req.header("apikey");
    if (given === publishableKey) return next();
    return c.json(given ? WRONG_KEY : NO_KEY, 401);
  };
  // Every body has a length (connection-limits.ts).
  const sizeUpTo =
    (bytes: number): MiddlewareHandler<ServerEnv> =>
    async (c, next) => {
      if (Number(c.req.header("content-length") ?? 0) <= bytes) return next();
      return new RestRefusal(413, "PT413", "The request is too large.").answer();
    };
  const jsonUpTo = (bytes: number): MiddlewareHandler<ServerEnv> => {
    const size = sizeUpTo(bytes);
    return (c, next) => {
      // Another site's page may send a form or plain text without a preflight.
      if (/^application\/json\s*(?:;|$)/i.test(c.req.header("content-type") ?? "")) return size(c, next);
      return Promise.resolve(new RestRefusal(415, "PT415", "Send the request as JSON.").answer());
    };
  };
  const json = jsonUpTo(BODY_BYTES);

  // Rejects HEAD, which Hono would pass to the handler of GET.
  api.use("/auth/v1/*", async (c, next) => (c.req.method === "HEAD" ? c.notFound() : next()));
  api.post("/auth/v1/signup", key, json, auth.signUp);
  api.post("/auth/v1/token", key, json, (c) => {
    const grant = c.req.query("grant_type");
    if (grant === "password") return auth.logIn(c);
    return grant === "refresh_token" ? auth.refresh(c) : c.notFound();
  });
  api.post("/auth/v1/verify", key, json, auth.verify);
  api.post("/auth/v1/recover", key, json, auth.recover);
  api.post("/auth/v1/resend", key, json, auth.resend);
  api.post("/auth/v1/logout", key, sizeUpTo(BODY_BYTES), auth.logOut);
  api.get("/auth/v1/user", key, auth.user);
  api.put("/auth/v1/user", key, json, auth.changePassword);

  for (const table of Object.keys(TABLES) as TableName[])
    api.post(`/rest/v1/${table}`, key, jsonUpTo(bodyBytesOf(table)), rest.insertInto(table));
  for (const name of Object.keys(FUNCTIONS) as FunctionName[])
    api.post(`/rest/v1/rpc/${name}`, key, jsonUpTo(bodyBytesOf(name)), rest.call(name));

  const photo = `${PROOF_BUCKET}/public/:name{${PHOTO_NAME}}`;
  api.post(`/storage/v1/object/${photo}`, key, storage.upload);
  api.get(`/storage/v1/object/public/${photo}`, storage.photo);
  api.get(`/storage/v1/render/image/public/${photo}`, storage.thumbnail);

  api.notFound((c) => c.json({ message: "There is nothing at this address.", code: 404 }, 404));
  api.onError((error, c) => {
    if (error instanceof Refusal) return error.answer(c);
    if (error instanceof Disconnected) return c.body(null, DISCONNECTED);
    if (error instanceof HTTPException) return error.getResponse();
    if (!wasInterrupted(c)) logError("api:", error);
    return c.json({ code: 500, message: "Something went wrong on our side. Please try again." }, 500);
  });
  return api;
}

// The response of the gateway in front of hosted projects.
const NO_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header or url param was found.",
};
const WRONG_KEY = {
  message: "Invalid API key",
  hint: "Double check your Supabase `anon` or `service_role` API key.",
};

function noAnswer(): HTTPException {
  const refusal = new RestRefusal(504, "PGRST003", "The database does not answer. Please try again.");
  return new HTTPException(504, { res: refusal.answer() });
}
