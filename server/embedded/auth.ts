import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { decodeProtectedHeader, errors } from "jose";
import type postgres from "postgres";
import { z } from "zod";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import type { AddressLimits, Use } from "./address-limits.ts";
import { AuthRefusal, busy, invalid, tooMany, tooManyMails } from "./auth-refusal.ts";
import { createDeferredWork, type Work } from "./deferred-work.ts";
import type { DeviceCookies } from "./device-cookie.ts";
import { faultOfEmail, normalEmail } from "./email-address.ts";
import { createGuesses } from "./guesses.ts";
import type { MailOutbox } from "./mail-outbox.ts";
import { hashPassword, inTurn, matchesPassword } from "./passwords.ts";
import { bearerOf, parsedJson } from "./refusal.ts";
import { type Claims, type LogOutScope, type Sessions, type User, newToken, userJson } from "./sessions.ts";

/** Must match MIN_PASSWORD_LENGTH in app/domain/account.ts. */
const MIN_PASSWORD_LENGTH = 6;
/** The rest of a longer one would count for nothing: bcrypt reads no further. Must match app/domain/account.ts. */
const MAX_PASSWORD_BYTES = 72;
/** Seconds between two mails to an address that has not been confirmed. */
const RESEND_AFTER_S = 60;
/** Links in mails end after ten minutes. */
const LINK_SECONDS = 600;

const EMAIL_TOKEN_TYPES = ["signup", "recovery", "email", "invite", "magiclink", "email_change"];
const LOG_OUT_SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogOutScope[];

const text = z
  .string()
  .max(5000)
  .nullish()
  .transform((value) => value ?? "");
const email = text.transform(normalEmail);
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

interface Account {
  id: string;
  is_confirmed: boolean;
  /** Empty for an account that was made without one. */
  encrypted_password: string;
  /** Since the last mail that asks for a confirmation; null when there was none. */
  sent_seconds_ago: number | null;
}

type Column = postgres.PendingQuery<postgres.Row[]>;

interface AuthOptions {
  /** Connected as the owner of the schema auth. */
  sql: postgres.Sql;
  sessions: Sessions;
  devices: DeviceCookies;
  limits: AddressLimits;
  outbox: MailOutbox;
  publishableKey: string;
  trustProxy: boolean;
}

/**
 * The account service: the nine calls of auth-js that the product makes, answered as GoTrue does. It tells only the
 * owner of an address whether it has an account, not by words, limits or time. One exception is GoTrue's as well: whoever signs
 * up an address and logs in with that password hears "Email not confirmed" where there was no account, and its owner gets a mail.
 */
export function createAuth({ sql, sessions, devices, limits, outbox, publishableKey, trustProxy }: AuthOptions) {
  const dummyHash = hashPassword(randomUUID());
  const guesses = createGuesses(limits, devices, trustProxy);
  const deferred = createDeferredWork();
  /** Addresses whose confirmation mail is being asked for. */
  const confirming = new Set<string>();

  /** The body of a request, which counts as one use of the caller's network address. */
  async function read<Body>(c: Context<ServerEnv>, schema: z.ZodType<Body>, use: Use): Promise<Body> {
    const value = parsedJson(await c.req.text());
    if (value === undefined)
      throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON: it is malformed");
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw invalid("The request is malformed, or one of its values is not allowed");
    const seconds = limits.count(widerAddressOf(c), use, networkOf(clientAddress(c, trustProxy)));
    if (seconds !== null) throw tooMany(seconds);
    return parsed.data;
  }

  function widerAddressOf(c: Context<ServerEnv>): string {
    return widerNetworkOf(clientAddress(c, trustProxy));
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

  /** Answers alike, and at the same time, whatever there is to do; the work comes afterwards. */
  async function answerFirst(c: Context<ServerEnv>, prepare: () => Promise<Work>): Promise<void> {
    const { outgoing } = c.env;
    const sent = new Promise<void>((resolve) => (outgoing.closed ? resolve() : outgoing.once("close", resolve)));
    if (!(await deferred.answerFirst(widerAddressOf(c), sent, prepare))) throw busy();
  }

  async function accountOf(address: string): Promise<Account | undefined> {
    const [account] = await sql<Account[]>`
      select id, email_confirmed_at is not null as is_confirmed,
        coalesce(encrypted_password, '') as encrypted_password,
        extract(epoch from now() - confirmation_sent_at)::float8 as sent_seconds_ago
      from auth.users where email = ${address}`;
    return account;
  }

  /**
   * What there is to do where a mail that asks for a confirmation is wanted. Throws while another one would come too soon,
   * alike in every state of an account.
   */
  async function confirmation(
    address: string,
    isCounted: (account: Account | undefined) => boolean,
    work: (account: Account | undefined, askedAt: number) => Promise<void>,
  ): Promise<Work> {
    const askedAt = performance.now();
    // Two requests for one address at the same moment (a double click) are one, and so are those until its work is done.
    const isSecond = confirming.has(address);
    confirming.add(address);
    try {
      const account = await accountOf(address);
      if (isSecond) throw tooManyMails(RESEND_AFTER_S);
      const isWaiting = account && !account.is_confirmed;
      const left = RESEND_AFTER_S - (account?.sent_seconds_ago ?? Infinity);
      const ask = () =>
        isCounted(account) ? limits.count(null, "signUpAgain", address) : limits.blockedFor("signUpAgain", address);
      const seconds = isWaiting ? (left > 0 ? Math.ceil(left) : null) : ask();
      if (seconds !== null) throw tooManyMails(seconds);
      return {
        run: () => work(account, askedAt).finally(() => confirming.delete(address)),
        giveUp() {
          confirming.delete(address);
          limits.forget("signUpAgain", address);
        },
      };
    } catch (error) {
      if (!isSecond) confirming.delete(address);
      throw error;
    }
  }

  /** The same link as before while it lives, so that the first mail stays good however often another is asked for. */
  async function sendLinkAgain(account: Account, address: string, hash: string, askedAt: number): Promise<void> {
    await sql.begin(async (transaction) => {
      const [row] = await transaction<{ confirmation_token: string }[]>`
        update auth.users
        set confirmation_token = ${keptOrNew(sql`confirmation_token`, sql`confirmation_sent_at`)},
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

  /** The same link as before while it lives: a stranger who asks for another must not end the one in the owner's mailbox. */
  async function sendRecovery(account: Account, address: string): Promise<void> {
    await sql.begin(async (transaction) => {
      const [row] = await transaction<{ recovery_token: string }[]>`
        update auth.users
        set recovery_token = ${keptOrNew(sql`recovery_token`, sql`recovery_sent_at`)}, recovery_sent_at = now(), updated_at = now()
        where id = ${account.id}
        returning recovery_token`;
      if (row) await outbox.add(transaction, "recovery", address, row.recovery_token);
    });
    outbox.look();
  }

  /** Hashes once in every state of an account: the server is as busy afterwards. */
  async function addOrRemind(account: Account | undefined, askedAt: number, address: string, chosen: string) {
    if (account && !account.is_confirmed) {
      // With another password it may be another person, who must not get in when the owner of the mailbox confirms. Nobody
      // can tell whose password is whose, so none counts: the link still signs its reader in, and a reset sets a new one.
      const isSame = await matchesPassword(chosen, account.encrypted_password);
      await sendLinkAgain(account, address, isSame ? account.encrypted_password : await dummyHash, askedAt);
      return;
    }
    const hash = await hashPassword(chosen);
    if (!account) await addAccount(address, hash, askedAt);
  }

  return {
    async signUp(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, CREDENTIALS, "signUp");
      if (body.email === "")
        throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
      if (body.password === "") throw invalid("Signup requires a valid password");
      checkNewPassword(body.password);
      checkEmail(body.email);
      const work = (account: Account | undefined, askedAt: number) =>
        addOrRemind(account, askedAt, body.email, body.password);
      // A new account has a time of its own from which the minute runs.
      await answerFirst(c, () => confirmation(body.email, (account) => account !== undefined, work));
      return c.json(standInUser(body.email));
    },

    async logIn(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, CREDENTIALS, "signIn");
      if (body.email === "") throw invalid("missing email or phone");
      const account = await accountOf(body.email);
      const attempt = guesses.begin(c, body.email, account);
      try {
        const hash = account?.encrypted_password || (await dummyHash);
        const compare = () => matchesPassword(body.password, hash);
        // By network: whoever has an account can make as many known devices as they like.
        const isRight = await inTurn(widerAddressOf(c), compare, {
          account: attempt.isKnownDevice ? account?.id : undefined,
        });
        if (isRight === null) throw busy();
        if (!account || !isRight) throw new AuthRefusal(400, "invalid_credentials", "Invalid login credentials");
        if (!account.is_confirmed) throw new AuthRefusal(400, "email_not_confirmed", "Email not confirmed");
        const session = await sessions.begin(sql, account.id, "password");
        attempt.succeed();
        devices.remember(c, account);
        return c.json(session);
      } catch (error) {
        if (!(error instanceof AuthRefusal) || error.status !== 400) attempt.giveBack();
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
            ? await transaction<{ id: string }[]>`
                update auth.users
                set confirmation_token = '', email_confirmed_at = now(), raw_user_meta_data = ${verified}, updated_at = now()
                where confirmation_token = ${token_hash} and ${isFresh(sql`confirmation_sent_at`)} returning id`
            : await transaction<{ id: string }[]>`
                update auth.users
                set recovery_token = '', confirmation_token = '',
                  email_confirmed_at = coalesce(email_confirmed_at, now()), raw_user_meta_data = ${verified}, updated_at = now()
                where recovery_token = ${token_hash} and ${type} = 'recovery' and ${isFresh(sql`recovery_sent_at`)}
                returning id`;
        if (!opened) return null;
        await transaction`
          update auth.identities set identity_data = identity_data || '{"email_verified": true}', last_sign_in_at = now()
          where user_id = ${opened.id}`;
        return sessions.begin(transaction, opened.id, "otp");
      });
      if (!session) throw new AuthRefusal(403, "otp_expired", "Email link is invalid or has expired");
      return c.json(session);
    },

    async recover(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, RECOVER, "email");
      if (body.email === "") throw invalid("Password recovery requires an email");
      checkEmail(body.email);
      await answerFirst(c, async () => {
        // Before the answer: a database that hangs must not be told as a mail that is on its way.
        const account = await accountOf(body.email);
        // Counted for addresses without an account too: the answer must not tell which have one.
        const seconds = limits.count(null, "recipient", body.email);
        if (seconds !== null) throw tooManyMails(seconds);
        return {
          async run() {
            if (account) await sendRecovery(account, body.email);
          },
          giveUp: () => limits.forget("recipient", body.email),
        };
      });
      return c.json({});
    },

    async resend(c: Context<ServerEnv>): Promise<Response> {
      const body = await read(c, RESEND, "email");
      if (body.type !== "signup") throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
      if (body.email === "") throw invalid("Type provided requires an email address");
      checkEmail(body.email);
      const work = async (account: Account | undefined, askedAt: number) => {
        if (account && !account.is_confirmed)
          await sendLinkAgain(account, body.email, account.encrypted_password, askedAt);
      };
      await answerFirst(c, () => confirmation(body.email, () => true, work));
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
      const hash = await inTurn(widerAddressOf(c), async () =>
        (await matchesPassword(chosen, old)) ? "same" : hashPassword(chosen),
      );
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
      // Who has reset a password after many guesses shall get in with the new one.
      if (user) {
        guesses.forgive(c, user.email);
        devices.remember(c, { id: user.id, encrypted_password: hash });
      }
      return c.json(user);
    },

    /** Resolves when nothing goes on that an answer did not wait for. */
    settle: deferred.settle,
  };

  /** A time in the past, for a column. */
  function before(askedAt: number) {
    return sql`now() - make_interval(secs => ${(performance.now() - askedAt) / 1000})`;
  }

  /** The token of a link that still lives, else a new one. */
  function keptOrNew(token: Column, sentAt: Column) {
    return sql`case when ${isFresh(sentAt)} and ${token} <> '' then ${token} else ${newToken()} end`;
  }

  function isFresh(sentAt: Column) {
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
  const fault = faultOfEmail(address);
  if (fault) throw invalid(fault);
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
