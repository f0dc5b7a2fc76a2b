import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT, errors, jwtVerify } from "jose";
import type postgres from "postgres";
import { z } from "zod";
import { uuid } from "./refusal.ts";

/** As in hosted projects. */
const TOKEN_SECONDS = 3600;
/** How long a used refresh token is accepted: its response may have been lost, or two tabs used it at once. */
const REUSE_SECONDS = 10;

const claimsSchema = z.looseObject({
  sub: uuid,
  session_id: uuid,
  role: z.literal("authenticated"),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

export type Claims = z.infer<typeof claimsSchema>;

export type User = Record<string, unknown> & {
  id: string;
  email: string;
  app_metadata: unknown;
  user_metadata: unknown;
  is_anonymous: boolean;
};

type Method = "password" | "otp";

/** Must match the message in supabase/schemas/01_basics.sql. */
export const SESSION_OVER = "Your session has ended. Please log in again.";

export type LogOutScope = "global" | "local" | "others";

export interface Sessions {
  begin(transaction: postgres.ISql, userId: string, method: Method): Promise<object>;
  /** Returns a session with a new refresh token, or the error of the old one. */
  refresh(token: string): Promise<object | "not-found" | "already-used">;
  /** Throws jose's error if the token is not valid. */
  verify(token: string): Promise<Claims>;
  /** Returns whether the session of a valid token still exists. */
  isAlive(claims: Claims): Promise<boolean>;
  end(transaction: postgres.ISql, claims: Claims, scope: LogOutScope): Promise<void>;
}

/** Converts a row of auth.users to GoTrue's format, without password and tokens. */
export function userJson(sql: postgres.ISql) {
  return sql`json_strip_nulls(json_build_object(
    'id', users.id, 'aud', users.aud, 'role', users.role, 'email', users.email,
    'email_confirmed_at', users.email_confirmed_at, 'phone', '', 'confirmation_sent_at', users.confirmation_sent_at,
    'confirmed_at', users.confirmed_at, 'recovery_sent_at', users.recovery_sent_at,
    'last_sign_in_at', users.last_sign_in_at,
    'app_metadata', users.raw_app_meta_data, 'user_metadata', users.raw_user_meta_data,
    'identities', (
      select coalesce(json_agg(json_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email)), '[]')
      from auth.identities as i where i.user_id = users.id),
    'created_at', users.created_at, 'updated_at', users.updated_at, 'is_anonymous', users.is_anonymous))`;
}

export function newToken(): string {
  return randomBytes(16).toString("base64url");
}

/** Manages sessions in Supabase's schema auth, with tokens as GoTrue signs them. */
export function createSessions(sql: postgres.Sql, jwtSecret: string, siteUrl: string): Sessions {
  const key = new TextEncoder().encode(jwtSecret);
  const signed = (session: Session) => signedSession(session, key, `${siteUrl}/auth/v1`);

  return {
    async begin(transaction, userId, method) {
      return signed(await insertSession(transaction, userId, method));
    },

    async refresh(token) {
      const session = await sql.begin((transaction) => rotate(transaction, token));
      return typeof session === "string" ? session : signed(session);
    },

    async verify(token) {
      const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"] });
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) throw new errors.JWTInvalid("JWT claims are not those of a session");
      return claims.data;
    },

    async isAlive({ sub, session_id }) {
      const [session] = await sql`select from auth.sessions where id = ${session_id} and user_id = ${sub}`;
      return session !== undefined;
    },

    async end(transaction, { sub, session_id }, scope) {
      await transaction`
        delete from auth.sessions
        where user_id = ${sub} and (${scope} = 'global' or (id = ${session_id}) = (${scope} = 'local'))`;
    },
  };
}

interface Session {
  id: string;
  user: User;
  refreshToken: string;
  amr: unknown;
}

async function insertSession(sql: postgres.ISql, userId: string, method: Method): Promise<Session> {
  const [id, refreshToken] = [randomUUID(), newToken()];
  const [row] = await sql<{ user: User; amr: unknown }[]>`
    with session as (insert into auth.sessions (id, user_id) values (${id}, ${userId})),
      token as (
        insert into auth.refresh_tokens (token, user_id, session_id)
        values (${refreshToken}, ${userId}::uuid::text, ${id})),
      claim as (
        insert into auth.mfa_amr_claims (session_id, authentication_method) values (${id}, ${method})
        returning ${amrJson(sql)} as amr)
    update auth.users set last_sign_in_at = now(), updated_at = now()
    from claim where users.id = ${userId}
    returning ${userJson(sql)} as user, claim.amr`;
  if (!row) throw new Error("The account of the session was deleted.");
  return { id, user: row.user, refreshToken, amr: [row.amr] };
}

/**
 * Replaces a refresh token. If it was used less than REUSE_SECONDS ago or its replacement is still active, returns the session's
 * active token instead.
 */
async function rotate(sql: postgres.ISql, token: string): Promise<Session | "not-found" | "already-used"> {
  const [session] = await sql<{ id: string }[]>`
    select id from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = ${token}) for update`;
  if (!session) return "not-found";
  const tokens = await sql<{ token: string; parent: string; revoked: boolean; is_recent: boolean }[]>`
    select token, parent, revoked, updated_at > now() - make_interval(secs => ${REUSE_SECONDS}) as is_recent
    from auth.refresh_tokens where session_id = ${session.id} and (token = ${token} or not revoked)`;
  const given = tokens.find((each) => each.token === token);
  let active = tokens.find((each) => !each.revoked)?.token;
  if (!given || !active) return "not-found";
  if (!given.revoked) {
    active = newToken();
    await sql`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`;
    await sql`
      insert into auth.refresh_tokens (token, user_id, session_id, parent)
      select ${active}, user_id::text, id, ${token} from auth.sessions where id = ${session.id}`;
  } else if (!given.is_recent && tokens.find((each) => each.token === active)?.parent !== token) {
    // Refresh-token reuse: either this caller or the holder of the active token is a thief. Revoke the session.
    await sql`delete from auth.sessions where id = ${session.id}`;
    return "already-used";
  }
  const [row] = await sql<{ user: User; amr: unknown }[]>`
    with session as (
      update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now()
      where id = ${session.id} returning id, user_id)
    select ${userJson(sql)} as user,
      (select json_agg(${amrJson(sql)}) from auth.mfa_amr_claims where session_id = session.id) as amr
    from auth.users join session on users.id = session.user_id`;
  return row ? { id: session.id, user: row.user, refreshToken: active, amr: row.amr ?? [] } : "not-found";
}

async function signedSession(
  { id, user, refreshToken, amr }: Session,
  key: Uint8Array,
  issuer: string,
): Promise<object> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    sub: user.id,
    aud: "authenticated",
    exp: now + TOKEN_SECONDS,
    iat: now,
    email: user.email,
    phone: "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: "authenticated",
    aal: "aal1",
    amr,
    session_id: id,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key),
    token_type: "bearer",
    expires_in: TOKEN_SECONDS,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user,
  };
}

function amrJson(sql: postgres.ISql) {
  return sql`json_build_object('method', authentication_method, 'timestamp', extract(epoch from created_at)::bigint)`;
}
