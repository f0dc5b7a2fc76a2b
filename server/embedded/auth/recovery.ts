import type { Context } from "hono";
import { z } from "zod";
import { clientAddress, networkOfCaller, type ServerEnv, signalOf } from "../../client-address.ts";
import { AuthRefusal, busy, invalid, tooMany, tooManyEmails, tooManyEmailsTo } from "../auth-refusal.ts";
import { hashing, hashPassword, matchesPassword } from "../passwords.ts";
import { storable } from "../refusal.ts";
import { type Claims, type User, userJson } from "../sessions.ts";
import { renewRecovery, redeemLink } from "./accounts.ts";
import {
  type AuthService,
  checkEmail,
  checkNewPassword,
  email,
  ignored,
  read,
  sessionOf,
  store,
  text,
} from "./service.ts";

const EMAIL_TOKEN_TYPES = ["signup", "recovery", "email", "invite", "magiclink", "email_change"];

const VERIFY = z.strictObject({ type: text, token_hash: text, token: text, email, ...ignored });
const RECOVER = z.strictObject({ email, ...ignored });
const CHANGE_USER = z.strictObject({ password: storable.max(5000), current_password: text, ...ignored });
/** GoTrue's message, also for a wrong password. */
const CURRENT_PASSWORD_NEEDED = "Current password required when setting new password.";
/** How long a session from the link in an email may set a password without the old one. */
const FRESH_LINK_S = 15 * 60;

/** Redeems the link of an email. A recovery link also confirms the email. */
export async function verify(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { type, token_hash, token, email: address } = await read(service, c, VERIFY, "verify");
  if (type === "") throw invalid("Verify requires a verification type");
  if (!EMAIL_TOKEN_TYPES.includes(type)) throw invalid("Invalid email verification type");
  if ((token_hash === "") === (token === "")) throw invalid("Verify requires either a token or a token hash");
  if (token_hash && address) throw invalid("Only the token_hash and type should be provided");
  if (token && !address) throw invalid("Only an email address or phone number should be provided on verify");
  // Emails contain only links, so no code is valid.
  if (token) throw new AuthRefusal(403, "otp_expired", "Token has expired or is invalid");
  const session = await service.sql.begin(async (transaction) => {
    const id = await redeemLink(transaction, type, token_hash);
    return id ? service.sessions.begin(transaction, id, "otp") : null;
  });
  if (!session) throw new AuthRefusal(403, "otp_expired", "Email link is invalid or has expired");
  return c.json(session);
}

export async function recover(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const body = await read(service, c, RECOVER, "email-request");
  if (body.email === "") throw invalid("Password recovery requires an email");
  checkEmail(body.email);
  const { limits, outbox } = service;
  const recipient = { email: body.email };
  // Counts with and without an account, so that the response does not reveal which emails have one.
  await store(service, c, async (transaction) => {
    const seconds = limits.count("recovery", recipient);
    if (seconds !== null) throw tooManyEmails(seconds);
    // Others can use up the limit of a mailbox, so its owner gets the first email of each hour anyway.
    const untilNextHour = limits.count("assured-recovery", recipient);
    const wait = limits.count("recovery-email", recipient);
    if (wait !== null && untilNextHour !== null) throw tooManyEmailsTo(Math.min(wait, untilNextHour));
    // The assured email is only for confirmed accounts: anyone can sign up any number of +tags of a mailbox.
    const onlyConfirmed = wait !== null;
    const link = await renewRecovery(transaction, body.email, onlyConfirmed);
    if (link) await outbox.add(transaction, "recovery", body.email, link);
  });
  return c.json({});
}

/**
 * Sets a new password and ends the other sessions, which may be stolen. As in hosted projects that require the current password, a
 * session from the link in an email needs none, but here only for FRESH_LINK_S: a thief could use the session later.
 */
export async function changePassword(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, sessions, outbox, limits, trustProxy } = service;
  const { password: chosen, current_password: current } = await read(service, c, CHANGE_USER, "sign-in");
  const { claims, user, encrypted_password: old } = await sessionOf(service, c);
  checkNewPassword(chosen);
  const isExempt = old === "" || claims.amr.some(isFreshLink);
  if (!isExempt && current === "") throw new AuthRefusal(400, "current_password_required", CURRENT_PASSWORD_NEEDED);
  const network = networkOfCaller(c, trustProxy);
  if (hashing.isFull(network)) throw busy();
  const guesser = { address: clientAddress(c, trustProxy), email: user.email };
  const wait = isExempt ? null : limits.count("guess", guesser);
  if (wait !== null) throw tooMany(wait);
  const renew = async () => {
    if (!isExempt && !(await matchesPassword(current, old))) return "wrong";
    const isSame = isExempt ? old !== "" && (await matchesPassword(chosen, old)) : chosen === current;
    return isSame ? "same" : hashPassword(chosen);
  };
  const hash = await hashing.run(network, renew, signalOf(c));
  if (hash === "wrong") throw new AuthRefusal(400, "current_password_invalid", CURRENT_PASSWORD_NEEDED);
  // Resets the failed-login counter, as after a login: the caller knew the password or was exempt.
  limits.resetGuesses(guesser);
  if (hash === "same")
    throw new AuthRefusal(422, "same_password", "New password should be different from the old password.");
  const changed = await sql.begin(async (transaction) => {
    const [row] = await transaction<{ user: User }[]>`
      update auth.users
      set encrypted_password = ${hash}, confirmation_token = '', confirmation_sent_at = null,
        recovery_token = '', recovery_sent_at = null, updated_at = now()
      where id = ${claims.sub} returning ${userJson(transaction)} as user`;
    await sessions.end(transaction, claims, "others");
    await outbox.add(transaction, "password-changed", user.email);
    return row?.user;
  });
  outbox.sendDue();
  return c.json(changed);
}

function isFreshLink({ method, timestamp }: Claims["amr"][number]): boolean {
  return method === "otp" && timestamp > Date.now() / 1000 - FRESH_LINK_S;
}
