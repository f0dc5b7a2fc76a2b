import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "hono";
import { decodeProtectedHeader, errors } from "jose";
import type postgres from "postgres";
import { z } from "zod";
import { networkOfCaller, type ServerEnv, signalOf } from "../../client-address.ts";
import { createFairQueue, type FairQueue } from "../../fair-queue.ts";
import { AuthRefusal, busy, invalid, tooMany } from "../auth-refusal.ts";
import { faultOfEmail, normalEmail } from "../email-address.ts";
import { countRequest, type Limits } from "../limits.ts";
import type { EmailOutbox } from "../email-outbox.ts";
import { hashPassword } from "../passwords.ts";
import { bearerOf, parsedJson, storable } from "../refusal.ts";
import { type Claims, type Sessions, type User, userJson } from "../sessions.ts";

/** Must match MIN_PASSWORD_LENGTH in app/domain/account.ts. */
const MIN_PASSWORD_LENGTH = 6;
/** bcrypt ignores further bytes. Must match app/domain/account.ts. */
const MAX_PASSWORD_BYTES = 72;

/** Longer than a transaction takes, unless the machine is overloaded. */
const STEP_MS = 150;

export const text = storable
  .max(5000)
  .nullish()
  .transform((value) => value ?? "");
export const email = text.transform(normalEmail);
/** Sent by auth-js with every call and not used here. */
export const ignored = {
  gotrue_meta_security: z.strictObject({ captcha_token: text }).nullish(),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
};

export const CREDENTIALS = z.strictObject({
  email,
  password: text,
  data: z.record(z.string(), z.unknown()).nullish(),
  ...ignored,
});
export interface AuthOptions {
  /** Logs in as the owner of the schema auth. */
  sql: postgres.Sql;
  sessions: Sessions;
  limits: Limits;
  outbox: EmailOutbox;
  publishableKey: string;
  trustProxy: boolean;
}

export interface AuthService extends AuthOptions {
  /** Session lookups use six of the eight connections. Logins and writes have the others. */
  lookups: FairQueue;
  storing: FairQueue;
  /** For comparisons without an account, so that they take as long. */
  dummyHash: Promise<string>;
}

export function createAuthService(options: AuthOptions): AuthService {
  return {
    ...options,
    lookups: createFairQueue({ name: "sessions", atOnce: 6, ofNetwork: 2, waiting: 1_000 }),
    storing: createFairQueue({ name: "accounts", atOnce: 1, ofNetwork: 1, waiting: 50 }),
    dummyHash: hashPassword(randomUUID()),
  };
}

function count(service: AuthService, c: Context<ServerEnv>, use: Parameters<typeof countRequest>[1]): void {
  const { wait } = countRequest(c, use, service);
  if (wait !== null) throw tooMany(wait);
}

/** Returns the body of a request. Counts one use for the caller's address. */
export async function read<Body>(
  service: AuthService,
  c: Context<ServerEnv>,
  schema: z.ZodType<Body>,
  use: Parameters<typeof countRequest>[1],
): Promise<Body> {
  count(service, c, use);
  const value = parsedJson(await c.req.arrayBuffer());
  if (value === undefined)
    throw new AuthRefusal(400, "bad_json", "Could not parse request body as JSON: it is malformed");
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid("The request is malformed, or one of its values is not allowed");
  return parsed.data;
}

interface Session {
  claims: Claims;
  user: User;
  encrypted_password: string;
}

/** Returns the session of a request. Counts one use for the caller's address. */
export async function sessionOf(service: AuthService, c: Context<ServerEnv>): Promise<Session> {
  const token = bearerOf(c);
  if (!token) throw new AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  if (token === service.publishableKey) throw new AuthRefusal(403, "bad_jwt", "invalid claim: missing sub claim");
  count(service, c, "session");
  const network = networkOfCaller(c, service.trustProxy);
  if (service.lookups.isFull(network)) throw busy();
  return service.lookups.run(network, () => lookUp(service, token), signalOf(c));
}

async function lookUp({ sql, sessions }: AuthService, token: string): Promise<Session> {
  const claims = await sessions.verify(token).catch((error: unknown) => {
    const words = `invalid JWT: unable to parse or verify signature, ${tokenFault(error, token)}`;
    throw new AuthRefusal(403, "bad_jwt", words);
  });
  const [row] = await sql<{ user: User; encrypted_password: string; is_alive: boolean }[]>`
    select ${userJson(sql)} as user, coalesce(encrypted_password, '') as encrypted_password,
      exists (select from auth.sessions as s where s.id = ${claims.session_id} and s.user_id = users.id) as is_alive
    from auth.users where id = ${claims.sub}`;
  if (!row) throw new AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist");
  if (!row.is_alive)
    throw new AuthRefusal(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return { claims, ...row };
}

/**
 * Runs the transaction of a sign-up or a request for a link. Resolves after STEP_MS or a multiple of it, so that the time does not reveal
 * whether there was anything to store.
 */
export async function store(
  { sql, storing, outbox, trustProxy }: AuthService,
  c: Context<ServerEnv>,
  work: (transaction: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const network = networkOfCaller(c, trustProxy);
  if (storing.isFull(network)) throw busy();
  const began = performance.now();
  await storing.run(network, () => sql.begin(work), signalOf(c));
  await delay(STEP_MS - ((performance.now() - began) % STEP_MS));
  // Called even if no email was queued: otherwise the time of the call would reveal whether one was.
  outbox.sendDue();
}

export function checkNewPassword(chosen: string): void {
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    const words = `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`;
    throw new AuthRefusal(422, "weak_password", words, { weak_password: { reasons: ["length"] } });
  }
  if (Buffer.byteLength(chosen) > MAX_PASSWORD_BYTES)
    throw invalid(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
}

export function checkEmail(address: string): void {
  const fault = faultOfEmail(address);
  if (fault) throw invalid(fault);
}

function tokenFault(error: unknown, token: string): string {
  if (error instanceof errors.JWTExpired) return "token has invalid claims: token is expired";
  if (error instanceof errors.JWTClaimValidationFailed) return "token has invalid claims: token is not valid yet";
  if (error instanceof errors.JWSInvalid) return "token is malformed: token contains an invalid number of segments";
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `token signature is invalid: signing method ${decodeProtectedHeader(token).alg} is invalid`;
  return "token signature is invalid: signature is invalid";
}
