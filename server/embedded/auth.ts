import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { decodeProtectedHeader, errors } from "jose";
import type postgres from "postgres";
import { z } from "zod";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import { logError } from "../log.ts";
import { type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";
import type { MailOutbox } from "./mail-outbox.ts";
import { hashPassword, inTurn, matchesPassword } from "./passwords.ts";
import { Refusal, bearerOf, parsedJson, retryAfter } from "./refusal.ts";
import { type Claims, type LogOutScope, type Sessions, type User, newToken, userJson } from "./sessions.ts";

/** Must match MIN_PASSWORD_LENGTH in app/domain/account.ts. */
const MIN_PASSWORD_LENGTH = 6;
/** The rest of a longer one would count for nothing: bcrypt reads no further. Must match app/domain/account.ts. */
const MAX_PASSWORD_BYTES = 72;
/** Seconds between two mails to an address that has not been confirmed. */
const RESEND_AFTER_S = 60;
/** Links in mails end after ten minutes. */
const LINK_SECONDS = 600;
/**
 * Longer than the database works for any of these answers: whether an address has an account changes what there is to do,
 * and must not change when the answer comes.
 */
const EVEN_MS = 150;
/** From this version on, which auth-js asks for, the name of an error is its `code`, else its `error_code`. */
const API_VERSION = "2024-01-01";

/**
 * One plain address. Mail programs read comments, brackets and lists in it (`(1)asha@example.in`), so that one mailbox
 * would have any number of accounts.
 */
const PLAIN_EMAIL = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u;
const MAX_EMAIL_LENGTH = 254;
const EMAIL_TOKEN_TYPES = ["signup", "recovery", "email", "invite", "magiclink", "email_change"];
const LOG_OUT_SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogOutScope[];

const text = z
  .string()
  .max(5000)
  .nullish()
  .transform((value) => value ?? "");
const email = text.transform((value) => value.trim().toLowerCase());
/** Sent by auth-js with every call, and of no use here. */
const unasked = {
  gotrue_meta_security: z.strictObject({ captcha_token: text }).nullish(),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
};

const CREDENTIALS = z.strictObject({
  email,
  password: text,
  data: z.record(z.string(), z.unknown()).nullish(),
  ...unasked,
});
const REFRESH = z.strictObject({ refresh_token: text });
const VERIFY = z.strictObject({ type: text, token_hash: text, token: text, email, ...unasked });
const RECOVER = z.strictObject({ email, ...unasked });
const RESEND = z.strictObject({ type: text, email, ...unasked });
const CHANGE_USER = z.strictObject({ password: z.string().max(5000), ...unasked });

/** A refusal in the format of Supabase Auth. */
class AuthRefusal extends Refusal {
  readonly status: number;
  readonly code: string;
  readonly more: { seconds?: number; weak_password?: object };

  constructor(status: number, code: string, message: string, more: AuthRefusal["more"] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  answer(c: Context): Response {
    const { status, code, message, more } = this;
    const { seconds, ...rest } = more;
    const asked = c.req.header("x-supabase-api-version") ?? "";
    const isNamedByCode = /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= API_VERSION;
    const body = isNamedByCode ? { code, message, ...rest } : { code: status, error_code: code, msg: message, ...rest };
    const version = isNamedByCode ? { "X-Supabase-Api-Version": API_VERSION } : undefined;
    return Response.json(body, { status, headers: { ...retryAfter(seconds), ...version, "X-Sb-Error-Code": code } });
  }
}

interface Account {
  id: string;
  is_confirmed: boolean;
  /** Empty for an account that was made without one. */
  encrypted_password: string;
  /** Since the last mail that asks for a confirmation; null when there was none. */
  sent_seconds_ago: number | null;
}

interface AuthOptions {
  /** Connected as the owner of the schema auth. */
  sql: postgres.Sql;
  sessions: Sessions;
  limits: AddressLimits;
  outbox: MailOutbox;
  publishableKey: string;
  trustProxy: boolean;
}

/**
 * The account service: the nine calls of auth-js that the product makes, answered as GoTrue does. It tells only the
 * owner of an address whether it has an account: not by words, limits or time.
 */
export function createAuth({ sql, sessions, limits, outbox, publishableKey, trustProxy }: AuthOptions) {
  const dummyHash = hashPassword(randomUUID());
  const signingUp = new Set<string>();
  const underWay = new Set<Promise<void>>();

  /** The body of a request, which counts as one use of the caller's network address. */
  async function read<Body>(c: Context<ServerEnv>, schema: z.ZodType<Body>, use: Use): Promise<Body> {
    const value = parsedJson(await c.req.text());
    if (value === undefined)
      throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON: it is malformed");
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw invalid("The request is malformed, or one of its values is not allowed");
    const seconds = await limits.count(use, addressOf(c));
    if (seconds !== null) throw tooMany(seconds);
    return parsed.data;
  }

  function addressOf(c: Context<ServerEnv>): string {
    return networkOf(clientAddress(c, trustProxy));
  }

  /** The session that a request comes with. */
  async function sessionOf(c: Context<ServerEnv>): Promise<{ claims: Claims; user: User; encrypted_password: string }> {
    const token = bearerOf(c);
    if (!token) throw new AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
    if (token === publishableKey) throw new AuthRefusal(403, "bad_jwt", "invalid claim: missing sub claim");
    const claims = await sessions.verify(token).catch((error: unknown) => {
      const words = `invalid JWT: unable to parse or verify signature, ${tokenFault(error, token)}`;
      throw new AuthRefusal(403, "bad_jwt", words);
    });
    const [row] = await sql<{ user: User; encrypted_password: string }[]>`
      select ${userJson(sql)} as user, coalesce(encrypted_password, '') as encrypted_password
      from auth.users where id = ${claims.sub}`;
    if (!row) throw new AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist");
    if (!(await sessions.isAlive(claims)))
      throw new AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist");
    return { claims, ...row };
  }

  /** Gives an answer after EVEN_MS, whatever there is to do for it; work that takes longer goes on. */
  async function evenly(work: () => Promise<void>): Promise<void> {
    let isAnswered = false;
    const failures: unknown[] = [];
    const done = work()
      .catch((error: unknown) => (isAnswered ? logError("auth:", error) : void failures.push(error)))
      .finally(() => underWay.delete(done));
    underWay.add(done);
    await delay(EVEN_MS);
    isAnswered = true;
    if (failures.length > 0) throw failures[0];
  }

  /** What a log-in counts as. Attacks from many networks must not lock out an account where it has logged in before. */
  function guessesOf(c: Context<ServerEnv>, address: string): [Use, ...string[]][] {
    const from: [Use, ...string[]] = ["wrongPassword", address, addressOf(c)];
    if (limits.isKnown(address, addressOf(c))) return [from];
    const network = widerNetworkOf(clientAddress(c, trustProxy));
    return [from, ["wrongPasswordFromNetwork", address, network], ["wrongPasswordForAccount", address]];
  }

  async function giveBack(guesses: [Use, ...string[]][]): Promise<void> {
    for (const guess of guesses) await limits.giveBack(...guess);
  }

  async function accountOf(address: string): Promise<Account | undefined> {
    const [account] = await sql<Account[]>`
      select id, email_confirmed_at is not null as is_confirmed,
        coalesce(encrypted_password, '') as encrypted_password,
        extract(epoch from now() - confirmation_sent_at)::float8 as sent_seconds_ago
      from auth.users where email = ${address}`;
    return account;
  }

  /** Throws while another mail to this address would come too soon; alike in every state of an account. */
  async function limitConfirmations(account: Account | undefined, address: string, isCounted: boolean): Promise<void> {
    const isWaiting = account && !account.is_confirmed;
    const left = RESEND_AFTER_S - (account?.sent_seconds_ago ?? Infinity);
    const ask = isCounted ? limits.count : limits.blockedFor;
    const seconds = isWaiting ? (left > 0 ? Math.ceil(left) : null) : await ask("signUpAgain", address);
    if (seconds !== null) throw tooManyMails(seconds);
  }

  /** The same link as before while it lives, so that the first mail stays good however often another is asked for. */
  async function sendLinkAgain(account: Account, address: string, hash: string, askedAt: number): Promise<void> {
    await sql.begin(async (transaction) => {
      const [row] = await transaction<{ confirmation_token: string }[]>`
        update auth.users
        set confirmation_token = case when ${isFresh(sql`confirmation_sent_at`)} and confirmation_token <> ''
            then confirmation_token else ${newToken()} end,
          confirmation_sent_at = ${before(askedAt)}, encrypted_password = ${hash}, updated_at = now()
        where id = ${account.id} and email_confirmed_at is null
        returning confirmation_token`;
      if (row) await outbox.add(transaction, "confirmation", address, row.confirmation_token);
    });
    outbox.look();
  }

  async function addAccount(address: string, hash: string, askedAt: number): Promise<void> {
    const link = newToken();
    await sql.begin(async (transaction) => {
      await insertAccount(transaction, address, hash, link, (performance.now() - askedAt) / 1000);
      await outbox.add(transaction, "confirmation", address, link);
    });
    outbox.look();
  }

  /** What there is to do for this sign-up. Takes as long whether there is an account or not. */
  async function signUpWork(address: string, chosen: string): Promise<() => Promise<void>> {
    const account = await accountOf(address);
    const askedAt = performance.now();
    await limitConfirmations(account, address, account !== undefined);
    if (account && !account.is_confirmed) {
      // With another password it may be another person, who must not get in when the owner of the mailbox confirms. Nobody
      // can tell whose password is whose, so none counts: the link still signs its reader in, and a reset sets a new one.
      const isSame = await matchesPassword(chosen, account.encrypted_password);
      const hash = isSame ? account.encrypted_password : await dummyHash;
      return () => sendLinkAgain(account, address, hash, askedAt);
    }
    const hash = await hashPassword(chosen);
    return async () => {
      if (!account) await addAccount(address, hash, askedAt);
    };
  }

  return {
    async signUp(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, CREDENTIALS, "signUp");
      if (body.email === "")
        throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
      if (body.password === "") throw invalid("Signup requires a valid password");
      checkNewPassword(body.password);
      checkEmail(body.email);
      // Two sign-ups of one address at the same moment (a double click) are one.
      if (signingUp.has(body.email)) throw tooManyMails(RESEND_AFTER_S);
      signingUp.add(body.email);
      const release = () => void signingUp.delete(body.email);
      try {
        const work = await inTurn(() => signUpWork(body.email, body.password));
        if (!work) throw busy();
        await evenly(() => work().finally(release));
      } catch (error) {
        release();
        throw error;
      }
      return c.json(standInUser(body.email));
    },

    async logIn(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, CREDENTIALS, "signIn");
      if (body.email === "") throw invalid("missing email or phone");
      const guesses = guessesOf(c, body.email);
      // Counted before it is known to be wrong: of many guesses at once, none may come in between.
      for (const guess of guesses) {
        const blocked = await limits.count(...guess);
        if (blocked !== null) throw tooMany(blocked);
      }
      try {
        const account = await accountOf(body.email);
        const hash = account?.encrypted_password || (await dummyHash);
        const isRight = await inTurn(() => matchesPassword(body.password, hash));
        if (isRight === null) throw busy();
        if (!account || !isRight) throw new AuthRefusal(400, "invalid_credentials", "Invalid login credentials");
        if (!account.is_confirmed) throw new AuthRefusal(400, "email_not_confirmed", "Email not confirmed");
        const session = await sessions.begin(sql, account.id, "password");
        await limits.forget("wrongPassword", body.email, addressOf(c));
        await giveBack(guesses.slice(1));
        limits.remember(body.email, addressOf(c));
        return c.json(session);
      } catch (error) {
        // A failure of ours is no guess.
        if (!(error instanceof AuthRefusal) || error.status !== 400) await giveBack(guesses);
        throw error;
      }
    },

    async refresh(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, REFRESH, "refresh");
      if (!/^[\w-]{12,64}$/.test(body.refresh_token)) throw invalid("Refresh token is not valid");
      const session = await sessions.refresh(body.refresh_token);
      if (session === "not-found")
        throw new AuthRefusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
      if (session === "already-used")
        throw new AuthRefusal(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
      return c.json(session);
    },

    /** Uses up the link of a mail. One that was sent to recover an account confirms its address, too. */
    async verify(c: Context<ServerEnv>): Promise<Response> {
      const { type, token_hash, token, email: address } = await read(c, VERIFY, "verify");
      if (type === "") throw invalid("Verify requires a verification type");
      if (!EMAIL_TOKEN_TYPES.includes(type)) throw invalid("Invalid email verification type");
      if ((token_hash === "") === (token === "")) throw invalid("Verify requires either a token or a token hash");
      if (token_hash && address) throw invalid("Only the token_hash and type should be provided");
      if (token && !address) throw invalid("Only an email address or phone number should be provided on verify");
      // No mail shows a code.
      if (token) throw new AuthRefusal(403, "otp_expired", "Token has expired or is invalid");
      const verified = sql`raw_user_meta_data || '{"email_verified": true}'`;
      const session = await sql.begin(async (transaction) => {
        const [opened] =
          type === "signup"
            ? await transaction<{ id: string; email: string }[]>`
                update auth.users
                set confirmation_token = '', email_confirmed_at = now(), raw_user_meta_data = ${verified}, updated_at = now()
                where confirmation_token = ${token_hash} and ${isFresh(sql`confirmation_sent_at`)} returning id, email`
            : await transaction<{ id: string; email: string }[]>`
                update auth.users
                set recovery_token = '', confirmation_token = '',
                  email_confirmed_at = coalesce(email_confirmed_at, now()), raw_user_meta_data = ${verified}, updated_at = now()
                where recovery_token = ${token_hash} and ${type} = 'recovery' and ${isFresh(sql`recovery_sent_at`)}
                returning id, email`;
        if (!opened) return null;
        await transaction`
          update auth.identities set identity_data = identity_data || '{"email_verified": true}', last_sign_in_at = now()
          where user_id = ${opened.id}`;
        limits.remember(opened.email, addressOf(c));
        return sessions.begin(transaction, opened.id, "otp");
      });
      if (!session) throw new AuthRefusal(403, "otp_expired", "Email link is invalid or has expired");
      return c.json(session);
    },

    async recover(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, RECOVER, "email");
      if (body.email === "") throw invalid("Password recovery requires an email");
      checkEmail(body.email);
      // Counted for addresses without an account too: the answer must not tell which have one.
      const seconds = await limits.count("recipient", body.email);
      if (seconds !== null) throw tooManyMails(seconds);
      // Before the answer, too: a database that hangs must not be told as a mail that is on its way.
      const account = await accountOf(body.email);
      await evenly(async () => {
        if (!account) return;
        const link = newToken();
        await sql.begin(async (transaction) => {
          const { count } = await transaction`
            update auth.users set recovery_token = ${link}, recovery_sent_at = now(), updated_at = now()
            where id = ${account.id}`;
          if (count > 0) await outbox.add(transaction, "recovery", body.email, link);
        });
        outbox.look();
      });
      return c.json({});
    },

    async resend(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, RESEND, "email");
      if (body.type !== "signup") throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
      if (body.email === "") throw invalid("Type provided requires an email address");
      checkEmail(body.email);
      // Its answer may be out before its account is stored.
      if (signingUp.has(body.email)) throw tooManyMails(RESEND_AFTER_S);
      const account = await accountOf(body.email);
      const askedAt = performance.now();
      await limitConfirmations(account, body.email, true);
      await evenly(async () => {
        if (account && !account.is_confirmed)
          await sendLinkAgain(account, body.email, account.encrypted_password, askedAt);
      });
      return c.json({});
    },

    async logOut(c: Context<ServerEnv>): Promise<Response> {
      const { claims } = await sessionOf(c);
      const scope = c.req.query("scope") ?? "global";
      if (!LOG_OUT_SCOPES.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
      await sessions.end(sql, claims, scope as LogOutScope);
      return c.body(null, 204);
    },

    async user(c: Context<ServerEnv>): Promise<Response> {
      return c.json((await sessionOf(c)).user);
    },

    /** Sets a new password. As in hosted projects, it ends the other sessions: whoever had stolen one is out. */
    async changePassword(c: Context<ServerEnv>): Promise<Response> {
      const { password: chosen } = await read(c, CHANGE_USER, "signIn");
      const { claims, encrypted_password } = await sessionOf(c);
      const old = encrypted_password || (await dummyHash);
      checkNewPassword(chosen);
      const hash = await inTurn(async () => ((await matchesPassword(chosen, old)) ? "same" : hashPassword(chosen)));
      if (!hash) throw busy();
      if (hash === "same")
        throw new AuthRefusal(422, "same_password", "New password should be different from the old password.");
      const user = await sql.begin(async (transaction) => {
        const [row] = await transaction<{ user: User }[]>`
          update auth.users
          set encrypted_password = ${hash}, confirmation_token = '', confirmation_sent_at = null,
            recovery_token = '', recovery_sent_at = null, updated_at = now()
          where id = ${claims.sub} returning ${userJson(transaction)} as user`;
        await sessions.end(transaction, claims, "others");
        return row?.user;
      });
      return c.json(user);
    },

    /** Resolves when nothing goes on that an answer did not wait for. */
    async settle(): Promise<void> {
      await Promise.all(underWay);
    },
  };

  /** A time in the past, for a column. */
  function before(askedAt: number) {
    return sql`now() - make_interval(secs => ${(performance.now() - askedAt) / 1000})`;
  }

  function isFresh(sentAt: postgres.PendingQuery<postgres.Row[]>) {
    return sql`${sentAt} > now() - make_interval(secs => ${LINK_SECONDS})`;
  }
}

/** Adds an account that waits for its confirmation; its mail was asked for so many seconds ago. */
export async function insertAccount(
  sql: postgres.ISql,
  address: string,
  hash: string,
  link: string,
  secondsAgo: number,
): Promise<void> {
  await sql`
    with facts as (
      select id, jsonb_build_object(
        'sub', id, 'email', ${address}::text, 'email_verified', false, 'phone_verified', false) as metadata
      from gen_random_uuid() as id),
    account as (
      insert into auth.users (
        id, aud, role, email, encrypted_password, raw_user_meta_data, confirmation_token, confirmation_sent_at)
      select id, 'authenticated', 'authenticated', ${address}, ${hash}, metadata, ${link},
        now() - make_interval(secs => ${secondsAgo})
      from facts)
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select id::text, id, metadata, 'email' from facts`;
}

function checkNewPassword(chosen: string): void {
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    const words = `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`;
    throw new AuthRefusal(422, "weak_password", words, { weak_password: { reasons: ["length"] } });
  }
  if (Buffer.byteLength(chosen) > MAX_PASSWORD_BYTES)
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
}

function checkEmail(address: string): void {
  if (address.length > MAX_EMAIL_LENGTH) throw invalid("An email address is too long");
  if (!PLAIN_EMAIL.test(address)) throw invalid("Unable to validate email address: invalid format");
}

function invalid(message: string): AuthRefusal {
  return new AuthRefusal(400, "validation_failed", message);
}

function tooMany(seconds: number, message = tooManyFromHere(seconds)): AuthRefusal {
  return new AuthRefusal(429, "over_request_rate_limit", message, { seconds });
}

function busy(): AuthRefusal {
  return tooMany(5, "Many people are logging in at the moment. Please try again in a few seconds.");
}

function tooManyMails(seconds: number): AuthRefusal {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new AuthRefusal(429, "over_email_send_rate_limit", message, { seconds });
}

/** In GoTrue's words. */
function tokenFault(error: unknown, token: string): string {
  if (error instanceof errors.JWTExpired) return "token has invalid claims: token is expired";
  if (error instanceof errors.JWTClaimValidationFailed) return "token has invalid claims: token is not valid yet";
  if (error instanceof errors.JWSInvalid) return "token is malformed: token contains an invalid number of segments";
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `token signature is invalid: signing method ${decodeProtectedHeader(token).alg} is invalid`;
  return "token signature is invalid: signature is invalid";
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
