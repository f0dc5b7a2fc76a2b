import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { decode } from "hono/jwt";
import type postgres from "postgres";
import { z } from "zod";
import { clientAddress, networkOf, type ServerEnv } from "../client-address.ts";
import { type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";
import type { AccountMailer } from "./mail-outbox.ts";
import { hashPassword, inTurn, matchesPassword, withKnown } from "./passwords.ts";

/** Must match MIN_PASSWORD_LENGTH in app/domain/account.ts. */
export const MIN_PASSWORD_LENGTH = 6;
/** The rest of a longer one would count for nothing: bcrypt reads no further. Must match app/domain/account.ts. */
const MAX_PASSWORD_BYTES = 72;

/** Seconds between two mails to an address that has not been confirmed. */
const RESEND_AFTER_S = 60;

/**
 * Longer than the database works for any of these answers: whether an address has an account changes what there is to do,
 * and must not change when the answer comes.
 */
const EVEN_MS = 150;

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
  limits: AddressLimits;
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

function isTooLong(chosen: string): boolean {
  return Buffer.byteLength(chosen) > MAX_PASSWORD_BYTES;
}

function longPassword(): Response {
  return refusal(400, "validation_failed", `Password cannot be longer than ${MAX_PASSWORD_BYTES} bytes`);
}

function tooMany(seconds: number, msg = tooManyFromHere(seconds)): Response {
  return refusal(429, "over_request_rate_limit", msg, seconds);
}

function busy(): Response {
  return tooMany(5, "Many people are logging in at the moment. Please try again in a few seconds.");
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
  const nobodysHash = hashPassword(randomUUID());
  const signingUp = new Set<string>();

  return async function guard(c: Context<ServerEnv>, action: AuthAction): Promise<Response> {
    const parsed = BODIES[action].safeParse(await readJson(c));
    if (!parsed.success) return refusal(400, "validation_failed", "The request is incomplete or malformed.");
    const body = parsed.data as Record<string, string>;
    const address = networkOf(clientAddress(c, trustProxy));
    const recipient = body.email?.toLowerCase() ?? "";

    const useOf: Partial<Record<AuthAction, Use>> = {
      signup: "signUp",
      password: "signIn",
      refresh_token: "refresh",
      verify: "verify",
      recover: "email",
      resend: "email",
      user: "signIn",
    };
    const use = useOf[action];
    const wait = use ? await limits.count(use, address) : null;
    if (wait !== null) return tooMany(wait);

    switch (action) {
      case "signup":
        return signUpOnce(c, recipient, body);
      case "password":
        return signIn(c, recipient, address, body);
      case "user":
        if (isTooLong(body.password ?? "")) return longPassword();
        return (await inTurn(() => changePassword(c, body))) ?? busy();
      case "resend":
        return evenly(() => resend(recipient));
      case "recover": {
        // Counted for addresses without an account too: the answer must not tell which have one.
        const seconds = await limits.count("recipient", recipient);
        return seconds === null ? evenly(() => forward(c, body)) : tooManyMails(seconds);
      }
      default:
        return forward(c, body);
    }
  };

  async function signIn(
    c: Context<ServerEnv>,
    recipient: string,
    address: string,
    body: Record<string, string>,
  ): Promise<Response> {
    // Counted before it is known to be wrong: of many guesses at once, none may come in between.
    const blocked = await limits.count("wrongPassword", recipient, address);
    if (blocked !== null) return tooMany(blocked);
    let answer: Response | undefined;
    try {
      answer = (await inTurn(() => checkPassword(c, recipient, body))) ?? busy();
      return answer;
    } finally {
      // A failure of ours is no guess; a right password clears the count whole.
      if (answer?.ok) await limits.forget("wrongPassword", recipient, address);
      else if (answer?.status !== 400) await limits.giveBack("wrongPassword", recipient, address);
    }
  }

  /**
   * `@supabase/lite` hashes a password only for a confirmed account. Here every guess takes the same time and gets the
   * same answer, and only the right password hears that the address waits for its confirmation.
   */
  async function checkPassword(
    c: Context<ServerEnv>,
    recipient: string,
    body: Record<string, string>,
  ): Promise<Response> {
    const account = await accountOf(recipient);
    const hash = account?.passwordHash ?? (await nobodysHash);
    const isRight = await matchesPassword(body.password ?? "", hash);
    if (!account?.passwordHash || !isRight) {
      return refusal(400, "invalid_credentials", "Invalid login credentials");
    }
    return withKnown({ matched: hash }, () => forward(c, body));
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
      return (await inTurn(() => signUp(c, address, body))) ?? busy();
    } finally {
      signingUp.delete(address);
    }
  }

  async function signUp(c: Context<ServerEnv>, address: string, body: Record<string, string>): Promise<Response> {
    // Before anything is looked up or made anew: the answer must not depend on who has an account.
    const chosen = body.password ?? "";
    if (chosen.length < MIN_PASSWORD_LENGTH) return weakPassword();
    if (isTooLong(chosen)) return longPassword();
    const account = await accountOf(address);
    const askedAt = performance.now();
    const seconds = await secondsToNextSignUp(account, address);
    if (seconds !== null) return tooManyMails(seconds);
    if (account && !account.isConfirmed) {
      const isSamePassword = await matchesPassword(chosen, account.passwordHash ?? (await nobodysHash));
      // With another password it may be another person, who must not get in when the owner of the mailbox confirms. Nobody
      // can tell whose password is whose, so none counts: the link still signs its reader in, and a reset sets a new one.
      const passwordHash = isSamePassword ? account.passwordHash : await nobodysHash;
      return evenly(async () => {
        await sendLinkAgain(account, address, passwordHash, askedAt);
        return Response.json(standInUser(address));
      });
    }
    const hashed = await hashPassword(chosen);
    return evenly(async () => {
      // The answer to a new address, after the same work and with the same limit: nobody learns here who has an account.
      if (account) return Response.json(standInUser(address));
      const answer = await withKnown({ hashed }, () => forward(c, body));
      if (!answer.ok) return answer;
      // The minute until the next mail runs from the same moment as for an address that is taken.
      await sql`
        update auth.users set confirmation_sent_at = now() - ${performance.now() - askedAt} * interval '1 ms'
        where email = ${address} and confirmed_at is null`;
      return Response.json(standInUser(address));
    });
  }

  async function secondsToNextSignUp(account: Account | null, address: string): Promise<number | null> {
    if (account?.isConfirmed) return limits.count("signUpAgain", address);
    return account ? secondsToNextMail(account) : limits.blockedFor("signUpAgain", address);
  }

  async function resend(address: string): Promise<Response> {
    const account = await accountOf(address);
    const askedAt = performance.now();
    const isWaiting = account !== null && !account.isConfirmed;
    // Signing up again counts as the same thing in every state of an account, or the mixture would tell which it is in.
    const seconds = isWaiting ? secondsToNextMail(account) : await limits.count("signUpAgain", address);
    if (seconds !== null) return tooManyMails(seconds);
    if (isWaiting) await sendLinkAgain(account, address, account.passwordHash, askedAt);
    return Response.json({});
  }

  /** The same link as before, so that the first mail stays good however often somebody asks for another. */
  async function sendLinkAgain(
    account: { id: string },
    address: string,
    passwordHash: string | null,
    askedAt: number,
  ): Promise<void> {
    const [row] = await sql<{ confirmation_token: string }[]>`
      update auth.users
      set confirmation_token = coalesce(confirmation_token, ${randomBytes(28).toString("hex")}),
        confirmation_sent_at = now() - ${performance.now() - askedAt} * interval '1 ms', encrypted_password = ${passwordHash}
      where id = ${account.id} and confirmed_at is null
      returning confirmation_token`;
    if (row) await mailer.sendConfirmation(address, row.confirmation_token);
  }

  async function accountOf(address: string): Promise<Account | null> {
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

/** Does what an answer needs, and gives it no sooner than after EVEN_MS. */
async function evenly(answer: () => Promise<Response>): Promise<Response> {
  const [given] = await Promise.all([answer(), delay(EVEN_MS)]);
  return given;
}

interface Account {
  id: string;
  isConfirmed: boolean;
  passwordHash: string | null;
  sentSecondsAgo: number;
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
