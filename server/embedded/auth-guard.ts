import { randomBytes, randomUUID } from "node:crypto";
import { compare, hash } from "bcryptjs";
import type { Context } from "hono";
import { decode } from "hono/jwt";
import type postgres from "postgres";
import { z } from "zod";
import { addressKey, clientAddress, type ServerEnv } from "../client-address.ts";
import { type AuthLimit, type AuthLimits, MAX_WAITING_SIGN_INS, passwordHashing } from "./auth-limits.ts";
import type { AccountMailer } from "./mail.ts";

/** Must match MIN_PASSWORD_LENGTH in app/domain/account.ts. */
export const MIN_PASSWORD_LENGTH = 6;

/** Seconds between two mails to an address that has not been confirmed. */
const RESEND_AFTER_S = 60;

/**
 * One plain address. Mail programs read comments, brackets and lists in it (`(1)asha@example.in`), so that one mailbox
 * would have any number of accounts; the account service has room for 255 characters.
 */
const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u);
const password = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes("\0"));
const token = z.string().regex(/^[\w.-]{6,200}$/);

/** What each request of the product may say. Anything else in a body is dropped before it goes on. */
const BODIES = {
  signup: z.object({ email, password }),
  password: z.object({ email, password }),
  refresh_token: z.object({ refresh_token: token }),
  verify: z.union([
    z.object({ type: z.enum(["signup", "recovery"]), token_hash: token }),
    z.object({ type: z.enum(["signup", "recovery"]), email, token }),
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

function weakPassword(): Response {
  const msg = `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`;
  const weakness = { code: 422, error_code: "weak_password", msg, weak_password: { reasons: ["length"] } };
  return Response.json(weakness, { status: 422 });
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
  const nobodysHash = hash(randomUUID(), 10);
  const signingUp = new Set<string>();

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
        return signUpOnce(c, recipient, body);
      case "password":
        return signIn(c, `${recipient} ${address}`, body);
      case "user":
        return hashing(() => changePassword(c, body));
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

  async function signIn(c: Context<ServerEnv>, account: string, body: Record<string, string>): Promise<Response> {
    const blocked = await limits.blockedFor("wrongPassword", account);
    if (blocked !== null) return tooMany(blocked);
    const answer = await hashing(() => checkPassword(c, body));
    if (answer.ok) await limits.forget("wrongPassword", account);
    else if (answer.status === 400) await limits.count("wrongPassword", account);
    return answer;
  }

  /**
   * `@supabase/lite` hashes a password only for a confirmed account. Here every guess takes the same time and gets the
   * same answer, and only the right password hears that the address waits for its confirmation.
   */
  async function checkPassword(c: Context<ServerEnv>, body: Record<string, string>): Promise<Response> {
    const account = await accountOf(body.email?.toLowerCase() ?? "");
    if (account?.isConfirmed) return forward(c, body);
    const isRight = await compare(body.password ?? "", account?.passwordHash ?? (await nobodysHash));
    return account && isRight ? forward(c, body) : refusal(400, "invalid_credentials", "Invalid login credentials");
  }

  /** As in hosted projects, a new password ends the other sessions: whoever had stolen one is out. */
  async function changePassword(c: Context<ServerEnv>, body: object): Promise<Response> {
    const answer = await forward(c, body);
    if (!answer.ok) return answer;
    // The account service has just accepted this token.
    const { sub, session_id } = decode(c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "").payload;
    await sql.begin(async (transaction) => {
      await transaction`
        delete from auth.refresh_tokens where user_id::text = ${String(sub)} and session_id::text <> ${String(session_id)}`;
      await transaction`
        delete from auth.sessions where user_id::text = ${String(sub)} and id::text <> ${String(session_id)}`;
    });
    return answer;
  }

  /** Two sign-ups of one address at the same moment (a double click) are one: the other would fail on its row. */
  async function signUpOnce(c: Context<ServerEnv>, address: string, body: Record<string, string>): Promise<Response> {
    if (signingUp.has(address)) return tooManyMails(RESEND_AFTER_S);
    signingUp.add(address);
    try {
      return await hashing(() => signUp(c, address, body));
    } finally {
      signingUp.delete(address);
    }
  }

  async function signUp(c: Context<ServerEnv>, address: string, body: Record<string, string>): Promise<Response> {
    // Before anything is looked up or made anew: the answer must not depend on who has an account.
    if ((body.password ?? "").length < MIN_PASSWORD_LENGTH) return weakPassword();
    const account = await accountOf(address);
    if (account?.isConfirmed) {
      // The answer to a new address, after the same work and with the same limit: nobody learns here who has an account.
      const seconds = await limits.count("signUpAgain", address);
      if (seconds !== null) return tooManyMails(seconds);
      await hash(body.password ?? "", 10);
      return Response.json(standInUser(address));
    }
    if (account) {
      const seconds = secondsToNextMail(account);
      if (seconds !== null) return tooManyMails(seconds);
      const isSamePassword = await compare(body.password ?? "", account.passwordHash ?? (await nobodysHash));
      // With another password it may be another person, who must not get in when the owner of the mailbox confirms. Nobody
      // can tell whose password is whose, so none counts: the link still signs its reader in, and a reset sets a new one.
      await sendLinkAgain(account, address, isSamePassword ? account.passwordHash : await hash(randomUUID(), 10));
      return Response.json(standInUser(address));
    }
    const seconds = await limits.blockedFor("signUpAgain", address);
    if (seconds !== null) return tooManyMails(seconds);
    const answer = await forward(c, body);
    return answer.ok ? Response.json(standInUser(address)) : answer;
  }

  async function resend(address: string): Promise<Response> {
    const account = await accountOf(address);
    const isWaiting = account !== null && !account.isConfirmed;
    // Signing up again counts as the same thing in every state of an account, or the mixture would tell which it is in.
    const seconds = isWaiting ? secondsToNextMail(account) : await limits.count("signUpAgain", address);
    if (seconds !== null) return tooManyMails(seconds);
    if (isWaiting) await sendLinkAgain(account, address, account.passwordHash);
    return Response.json({});
  }

  /** The same link as before, so that the first mail stays good however often somebody asks for another. */
  async function sendLinkAgain(account: { id: string }, address: string, passwordHash: string | null): Promise<void> {
    const [row] = await sql<{ confirmation_token: string }[]>`
      update auth.users
      set confirmation_token = coalesce(confirmation_token, ${randomBytes(28).toString("hex")}),
        confirmation_sent_at = now(), encrypted_password = ${passwordHash}
      where id = ${account.id} and confirmed_at is null
      returning confirmation_token`;
    if (row) await mailer.sendConfirmation(address, row.confirmation_token);
  }

  async function accountOf(address: string) {
    const [account] = await sql<
      { id: string; is_confirmed: boolean; password_hash: string | null; sent_seconds_ago: number | null }[]
    >`
      select id, confirmed_at is not null as is_confirmed, encrypted_password as password_hash,
        extract(epoch from now() - confirmation_sent_at)::float8 as sent_seconds_ago
      from auth.users where email = ${address}`;
    if (!account) return null;
    return {
      id: account.id,
      isConfirmed: account.is_confirmed,
      passwordHash: account.password_hash,
      sentSecondsAgo: account.sent_seconds_ago ?? Number.POSITIVE_INFINITY,
    };
  }
}

/** Null when a mail may go to this account now. */
function secondsToNextMail({ sentSecondsAgo }: { sentSecondsAgo: number }): number | null {
  return sentSecondsAgo >= RESEND_AFTER_S ? null : Math.max(1, Math.ceil(RESEND_AFTER_S - sentSecondsAgo));
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

/**
 * What sign-up answers, whether it made an account or not: one that waits for its confirmation. The id leads nowhere,
 * and `identities` is empty, as in hosted projects for an address that is taken.
 */
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
