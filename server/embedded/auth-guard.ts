import { randomBytes, randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import type { Context } from "hono";
import type postgres from "postgres";
import { z } from "zod";
import { addressKey, clientAddress, type ServerEnv } from "../client-address.ts";
import { type AuthLimit, type AuthLimits, MAX_WAITING_SIGN_INS, passwordHashing } from "./auth-limits.ts";
import type { AccountMailer } from "./mail.ts";

/** Seconds between two mails to an address that has not been confirmed. */
const RESEND_AFTER_S = 60;

const email = z.string().trim().min(3).max(320);
const password = z.string().min(1).max(1000);
const tokenHash = z.string().min(8).max(200);

/** What each request of the product may say. Anything else in a body is dropped before it goes on. */
const BODIES = {
  signup: z.object({ email, password }),
  password: z.object({ email, password }),
  refresh_token: z.object({ refresh_token: z.string().min(1).max(200) }),
  verify: z.union([
    z.object({ type: z.enum(["signup", "recovery"]), token_hash: tokenHash }),
    z.object({ type: z.enum(["signup", "recovery"]), email, token: z.string().min(6).max(20) }),
  ]),
  recover: z.object({ email }),
  resend: z.object({ type: z.literal("signup"), email }),
  logout: z.object({ scope: z.enum(["global", "local", "others"]).optional() }),
  user: z.object({ password }),
} as const;

export type AuthAction = keyof typeof BODIES;

interface AuthGuard {
  sql: postgres.Sql;
  limits: AuthLimits;
  mailer: AccountMailer;
  trustProxy: boolean;
  /** Hands the request to the account service, with this body. */
  forward(c: Context<ServerEnv>, body: object): Promise<Response>;
}

/** A refusal in the format of Supabase Auth. */
function refusal(status: 400 | 422 | 429, code: string, msg: string, retryAfterS?: number): Response {
  return Response.json(
    { code: status, error_code: code, msg },
    { status, headers: retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) } },
  );
}

function tooMany(seconds: number): Response {
  return refusal(429, "over_request_rate_limit", "Request rate limit reached", seconds);
}

function tooManyMails(seconds: number): Response {
  const msg = `For security purposes, you can only request this after ${seconds} seconds.`;
  return refusal(429, "over_email_send_rate_limit", msg, seconds);
}

/**
 * Stands before the account service of `@supabase/lite` and adds what a hosted project has: limits on guessing and
 * flooding, a second mail for an address that was never confirmed, and the same answer for an address that is taken.
 */
export function createAuthGuard({ sql, limits, mailer, trustProxy, forward }: AuthGuard) {
  return async function guard(c: Context<ServerEnv>, action: AuthAction): Promise<Response> {
    const parsed = BODIES[action].safeParse(await readJson(c));
    if (!parsed.success) return refusal(400, "validation_failed", "The request is incomplete or malformed.");
    const body = parsed.data as Record<string, string>;
    const address = addressKey(clientAddress(c, trustProxy));
    const recipient = body.email?.toLowerCase() ?? "";

    const limitOf: Partial<Record<AuthAction, AuthLimit>> = {
      signup: "signIn",
      password: "signIn",
      refresh_token: "refresh",
      verify: "verify",
      recover: "email",
      resend: "email",
      user: "signIn",
    };
    const limit = limitOf[action];
    const wait = limit ? await limits.count(limit, address) : null;
    if (wait !== null) return tooMany(wait);

    switch (action) {
      case "signup":
        return hashing(() => signUp(c, recipient, body));
      case "password":
        return signIn(c, `${recipient} ${address}`, body);
      case "user":
        return hashing(() => forward(c, body));
      case "resend":
        return resend(recipient);
      case "recover": {
        // Counted for addresses without an account too: the answer must not tell which have one.
        const seconds = await limits.count("recipient", recipient);
        return seconds === null ? forward(c, body) : tooManyMails(seconds);
      }
      default:
        return forward(c, body);
    }
  };

  function hashing(task: () => Promise<Response>): Promise<Response> | Response {
    if (passwordHashing.pendingCount >= MAX_WAITING_SIGN_INS) return tooMany(5);
    return passwordHashing(task);
  }

  async function signIn(c: Context<ServerEnv>, account: string, body: object): Promise<Response> {
    const blocked = await limits.blockedFor("wrongPassword", account);
    if (blocked !== null) return tooMany(blocked);
    const answer = await hashing(() => forward(c, body));
    if (answer.ok) await limits.forget("wrongPassword", account);
    else if (answer.status === 400) await limits.count("wrongPassword", account);
    return answer;
  }

  async function signUp(c: Context<ServerEnv>, address: string, body: Record<string, string>): Promise<Response> {
    const account = await accountOf(address);
    if (account?.isConfirmed) {
      // What a hosted project answers, after the same work: nobody learns here who has an account.
      await hash(body.password ?? "", 10);
      return Response.json(standInUser(address));
    }
    // Asked again: the mail got lost or the password was mistyped. Nobody has ever been in that account, so it is made anew.
    if (account && account.sentSecondsAgo >= RESEND_AFTER_S) {
      await sql`delete from auth.users where id = ${account.id} and confirmed_at is null`;
    } else if (account) {
      return tooManyMails(Math.max(1, Math.ceil(RESEND_AFTER_S - account.sentSecondsAgo)));
    }
    return forward(c, body);
  }

  async function resend(address: string): Promise<Response> {
    const seconds = await limits.count("recipient", address);
    if (seconds !== null) return tooManyMails(seconds);
    const account = await accountOf(address);
    if (account && !account.isConfirmed) {
      const link = randomBytes(28).toString("hex");
      await sql`
        update auth.users set confirmation_token = ${link}, confirmation_sent_at = now()
        where id = ${account.id} and confirmed_at is null`;
      await mailer.sendConfirmation(address, link);
    }
    return Response.json({});
  }

  async function accountOf(address: string) {
    const [account] = await sql<{ id: string; is_confirmed: boolean; sent_seconds_ago: number | null }[]>`
      select id, confirmed_at is not null as is_confirmed,
        extract(epoch from now() - confirmation_sent_at)::float8 as sent_seconds_ago
      from auth.users where email = ${address}`;
    if (!account) return null;
    return {
      id: account.id,
      isConfirmed: account.is_confirmed,
      sentSecondsAgo: account.sent_seconds_ago ?? Number.POSITIVE_INFINITY,
    };
  }
}

async function readJson(c: Context<ServerEnv>): Promise<unknown> {
  const text = await c.req.text();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The shape of a new account that waits for its confirmation; `identities` is empty, as in hosted projects. */
function standInUser(address: string): object {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "authenticated",
    email: address,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
