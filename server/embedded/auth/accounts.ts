import type postgres from "postgres";
import { newToken } from "../sessions.ts";

/** The lifetime of links in emails. Must match otp_expiry in supabase/config.toml. */
const LINK_SECONDS = 3600;

export interface Account {
  id: string;
  is_confirmed: boolean;
  /** "" for an account without a password. */
  encrypted_password: string;
  /** Until the email is confirmed, the random id of the browser that set the password. */
  sign_up: string | null;
}

type Column = postgres.PendingQuery<postgres.Row[]>;

export async function findAccount(sql: postgres.ISql, address: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select id, email_confirmed_at is not null as is_confirmed,
      coalesce(encrypted_password, '') as encrypted_password, raw_user_meta_data ->> 'sign_up' as sign_up
    from auth.users where email = ${address}`;
  return account;
}

/** Adds an unconfirmed account. Returns false if the email has an account. */
export async function insertAccount(
  sql: postgres.ISql,
  address: string,
  hash: string,
  signUpId: string | null = null,
): Promise<boolean> {
  const identities = await sql`
    with facts as (
      select id, jsonb_build_object(
        'sub', id, 'email', ${address}::text, 'email_verified', false, 'phone_verified', false) as metadata
      from gen_random_uuid() as id),
    account as (
      insert into auth.users (
        id, aud, role, email, encrypted_password, raw_user_meta_data, confirmation_sent_at)
      select id, 'authenticated', 'authenticated', ${address}, ${hash},
        metadata || json_strip_nulls(json_build_object('sign_up', ${signUpId}::text))::jsonb, now()
      from facts
      on conflict do nothing
      returning id)
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    select id::text, id, metadata, 'email' from facts join account using (id)`;
  return identities.count > 0;
}

/** Sets the password of an unconfirmed account if this browser signed it up, else removes its password. */
export async function changeUnconfirmed(
  sql: postgres.ISql,
  address: string,
  hash: string,
  signUpId: string | null,
): Promise<void> {
  const isSameBrowser = sql`raw_user_meta_data ->> 'sign_up' = ${signUpId}`;
  await sql`
    update auth.users
    set encrypted_password = case when ${isSameBrowser} then ${hash} else '' end, updated_at = now(),
      raw_user_meta_data = case when ${isSameBrowser} then raw_user_meta_data else raw_user_meta_data - 'sign_up' end
    where email = ${address} and email_confirmed_at is null`;
}

/**
 * Returns the confirmation token of an account, or undefined if there is no unconfirmed account. It changes only when it expires, so that all
 * emails stay valid.
 */
export async function renewConfirmation(sql: postgres.ISql, address: string): Promise<string | undefined> {
  const [row] = await sql<{ confirmation_token: string }[]>`
    update auth.users
    set confirmation_token = ${unexpiredOrNew(sql, sql`confirmation_token`, sql`confirmation_sent_at`)},
      confirmation_sent_at = now(), updated_at = now()
    where email = ${address} and email_confirmed_at is null
    returning confirmation_token`;
  return row?.confirmation_token;
}

/**
 * Returns the recovery token of an account, or undefined if there is none. It changes only when it expires: an anonymous request must not
 * invalidate the link in the owner's mailbox.
 */
export async function renewRecovery(
  sql: postgres.ISql,
  address: string,
  onlyConfirmed: boolean,
): Promise<string | undefined> {
  const [row] = await sql<{ recovery_token: string }[]>`
    update auth.users
    set recovery_token = ${unexpiredOrNew(sql, sql`recovery_token`, sql`recovery_sent_at`)}, recovery_sent_at = now(), updated_at = now()
    where email = ${address} and (email_confirmed_at is not null or not ${onlyConfirmed})
    returning recovery_token`;
  return row?.recovery_token;
}

/** Redeems a link and confirms the email. Returns the id of the account, or undefined if the link is used, expired or unknown. */
export async function redeemLink(sql: postgres.ISql, type: string, token: string): Promise<string | undefined> {
  const verified = sql`raw_user_meta_data || '{"email_verified": true}'`;
  const [opened] =
    type === "signup"
      ? await sql<{ id: string }[]>`
          update auth.users
          set confirmation_token = '', email_confirmed_at = now(), raw_user_meta_data = ${verified}, updated_at = now()
          where confirmation_token = ${token} and ${isFresh(sql, sql`confirmation_sent_at`)} returning id`
      : await sql<{ id: string }[]>`
          update auth.users
          set recovery_token = '', confirmation_token = '',
            email_confirmed_at = coalesce(email_confirmed_at, now()), raw_user_meta_data = ${verified}, updated_at = now()
          where recovery_token = ${token} and ${type} = 'recovery' and ${isFresh(sql, sql`recovery_sent_at`)}
          returning id`;
  if (!opened) return undefined;
  await sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', last_sign_in_at = now()
    where user_id = ${opened.id}`;
  return opened.id;
}

function unexpiredOrNew(sql: postgres.ISql, token: Column, sentAt: Column) {
  return sql`case when ${isFresh(sql, sentAt)} and ${token} <> '' then ${token} else ${newToken()} end`;
}

function isFresh(sql: postgres.ISql, sentAt: Column) {
  return sql`${sentAt} > now() - make_interval(secs => ${LINK_SECONDS})`;
}
