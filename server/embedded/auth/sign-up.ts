import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { ServerEnv } from "../../client-address.ts";
import { LIMITS } from "../address-limits.ts";
import { AuthRefusal, invalid, tooManyMails } from "../auth-refusal.ts";
import type { Work } from "../deferred-work.ts";
import { hashPassword, matchesPassword } from "../passwords.ts";
import { newToken } from "../sessions.ts";
import { type Account, findAccount, insertAccount, renewConfirmation } from "./accounts.ts";
import {
  answerFirst,
  type AuthService,
  checkEmail,
  checkNewPassword,
  CREDENTIALS,
  email,
  read,
  text,
  ignored,
} from "./service.ts";

/** Seconds between two mails to an unconfirmed address; alike for any other, so that the answer tells neither. */
const RESEND_AFTER_S = LIMITS.repeated_sign_ups_per_minute.duration;

const RESEND = z.strictObject({ type: text, email, ...ignored });

export async function signUp(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const body = await read(service, c, CREDENTIALS, "signUp");
  if (body.email === "") throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  if (body.password === "") throw invalid("Signup requires a valid password");
  checkNewPassword(body.password);
  checkEmail(body.email);
  const work = (account: Account | undefined, askedAt: number) =>
    addOrRemind(service, account, askedAt, body.email, body.password);
  // A new account has a time of its own from which the minute runs.
  await answerFirst(service, c, () => confirmation(service, body.email, (account) => account !== undefined, work));
  return c.json(unconfirmedUser(body.email));
}

export async function resend(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const body = await read(service, c, RESEND, "email");
  if (body.type !== "signup") throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  if (body.email === "") throw invalid("Type provided requires an email address");
  checkEmail(body.email);
  const work = async (account: Account | undefined, askedAt: number) => {
    if (account && !account.is_confirmed)
      await sendLinkAgain(service, account, body.email, account.encrypted_password, askedAt);
  };
  await answerFirst(service, c, () => confirmation(service, body.email, () => true, work));
  return c.json({});
}

/**
 * What there is to do where a mail that asks for a confirmation is wanted. Throws while another one would come too soon,
 * alike in every state of an account.
 */
async function confirmation(
  { sql, limits, confirming }: AuthService,
  address: string,
  isCounted: (account: Account | undefined) => boolean,
  work: (account: Account | undefined, askedAt: number) => Promise<void>,
): Promise<Work> {
  const askedAt = performance.now();
  // Two requests for one address at the same moment (a double click) are one, and so are those until its work is done.
  const isSecond = confirming.has(address);
  confirming.add(address);
  try {
    const account = await findAccount(sql, address);
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

/** Hashes once in every state of an account: the server is as busy afterwards. */
async function addOrRemind(
  service: AuthService,
  account: Account | undefined,
  askedAt: number,
  address: string,
  chosen: string,
): Promise<void> {
  if (account && !account.is_confirmed) {
    // With another password it may be another person, who must not get in when the owner of the mailbox confirms. Which
    // of the two is the owner is unknown, so neither password is stored: the link still signs in, and a reset sets one.
    const isSame = await matchesPassword(chosen, account.encrypted_password);
    const hash = isSame ? account.encrypted_password : await service.dummyHash;
    await sendLinkAgain(service, account, address, hash, askedAt);
    return;
  }
  const hash = await hashPassword(chosen);
  if (!account) await addAccount(service, address, hash, askedAt);
}

async function sendLinkAgain(
  { sql, outbox }: AuthService,
  account: Account,
  address: string,
  hash: string,
  askedAt: number,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const link = await renewConfirmation(transaction, account.id, hash, secondsSince(askedAt));
    if (link) await outbox.add(transaction, "confirmation", address, link);
  });
  outbox.look();
}

async function addAccount({ sql, outbox }: AuthService, address: string, hash: string, askedAt: number): Promise<void> {
  const link = newToken();
  await sql.begin(async (transaction) => {
    await insertAccount(transaction, address, hash, link, secondsSince(askedAt));
    await outbox.add(transaction, "confirmation", address, link);
  });
  outbox.look();
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000;
}

/**
 * What sign-up answers, whether it made an account or not: one that waits for its confirmation. The id leads nowhere,
 * and `identities` is empty, as in hosted projects for an address that is taken.
 */
function unconfirmedUser(address: string): object {
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
