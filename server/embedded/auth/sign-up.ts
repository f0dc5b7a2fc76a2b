import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { ServerEnv } from "../../client-address.ts";
import { AuthRefusal, invalid, tooManyEmails, tooManyEmailsTo } from "../auth-refusal.ts";
import { LIMITS } from "../limits.ts";
import { hashing, hashPassword, matchesPassword } from "../passwords.ts";
import { uuid } from "../refusal.ts";
import { newToken } from "../sessions.ts";
import { type Account, changeWaiting, findAccount, insertAccount, renewConfirmation } from "./accounts.ts";
import {
  answerFirst,
  type AuthService,
  checkEmail,
  checkNewPassword,
  countEmailRequest,
  CREDENTIALS,
  email,
  mayReceiveEmail,
  read,
  text,
  ignored,
} from "./service.ts";

/** Seconds between two e-mails to an unconfirmed address; alike for any other, so that the answer tells neither. */
const RESEND_AFTER_S = LIMITS.confirmations_per_recipient_minute.seconds;

/** Stands for a network in the queue for hashing: a log-in waits behind at most one of these. */
const AFTERWARDS = "after an answer";

const RESEND = z.strictObject({ type: text, email, ...ignored });
/** A random id of the browser that signs up, which its page sends along (app/data/accounts.ts); all else there is ignored. */
const SIGN_UP = CREDENTIALS.extend({
  data: z
    .object({ sign_up: uuid.nullish().catch(null) })
    .nullish()
    .transform((data) => data?.sign_up ?? null),
});
type SignUp = z.infer<typeof SIGN_UP>;

/** Answers alike in every state of an account, and never with "too soon": nobody can keep the owner of an address out. */
export async function signUp(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, confirming } = service;
  const body = await read(service, c, SIGN_UP, "sign-up");
  if (body.email === "") throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  if (body.password === "") throw invalid("Signup requires a valid password");
  checkNewPassword(body.password);
  checkEmail(body.email);
  await answerFirst(service, c, async () => {
    const askedAt = performance.now();
    // Before the answer: a database that hangs must not look like an e-mail that is on its way.
    const account = await findAccount(sql, body.email);
    confirming.add(body.email);
    // An e-mail that would come too soon, or beyond those of an hour or a day, is left out: the links sent before stay good. A new account
    // has a time of its own from which the minute runs.
    const isDue = !account || countConfirmation(service, account, body.email, askedAt) === null;
    const mayWrite =
      isDue &&
      countEmailRequest(service, "confirmation", body.email) === null &&
      !account?.is_confirmed &&
      mayReceiveEmail(service, "confirmation-email", body.email);
    return () => addOrChange(service, body, askedAt, mayWrite).finally(() => confirming.delete(body.email));
  });
  return c.json(unconfirmedUser(body.email));
}

/** Throws while another e-mail would come too soon, alike in every state of an account. */
export async function resend(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, confirming } = service;
  const body = await read(service, c, RESEND, "email-request");
  if (body.type !== "signup") throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  if (body.email === "") throw invalid("Type provided requires an email address");
  checkEmail(body.email);
  await answerFirst(service, c, async () => {
    const askedAt = performance.now();
    const account = await findAccount(sql, body.email);
    // A double click, or a sign-up whose work is not done yet.
    if (confirming.has(body.email)) throw tooManyEmails(RESEND_AFTER_S);
    const seconds = countConfirmation(service, account, body.email, askedAt);
    if (seconds !== null) throw tooManyEmails(seconds);
    const wait = countEmailRequest(service, "confirmation", body.email);
    if (wait !== null) throw tooManyEmailsTo(wait);
    confirming.add(body.email);
    const send = async () => {
      if (!account || account.is_confirmed || !mayReceiveEmail(service, "confirmation-email", body.email)) return;
      await sendLinkAgain(service, account.id, body.email, askedAt);
    };
    return () => send().finally(() => confirming.delete(body.email));
  });
  return c.json({});
}

/** Hashes once in every state of an account: the server is as busy afterwards. */
async function addOrChange(service: AuthService, chosen: SignUp, askedAt: number, mayWrite: boolean): Promise<void> {
  const { sql, dummyHash } = service;
  const { email: address, password, data: signUpId } = chosen;
  const account = await findAccount(sql, address);
  const hashed = () => hashing.run(AFTERWARDS, () => hashPassword(password));
  if (!account) return addAccount(service, address, await hashed(), signUpId, askedAt, mayWrite);
  if (account.is_confirmed) return void (await hashed());
  const isSameBrowser = signUpId !== null && signUpId === account.sign_up;
  const stored = account.encrypted_password || (await dummyHash);
  const hash = isSameBrowser
    ? await hashed()
    : (await hashing.run(AFTERWARDS, () => matchesPassword(password, stored)))
      ? account.encrypted_password
      : "";
  // With another password from elsewhere it may be another person. Which of the two owns the mailbox is unknown, so neither
  // password counts: who opens the link sets one.
  await changeWaiting(sql, account.id, hash, hash === "" ? null : account.sign_up);
  // The link in the first e-mail stays good: it confirms the address, no matter who asked for it, and no password of another.
  if (mayWrite && secondsToWait(account, askedAt) === 0) await sendLinkAgain(service, account.id, address, askedAt);
}

/** Until another e-mail may go to an account that waits. */
function secondsToWait({ sent_seconds_ago }: Account, askedAt: number): number {
  const left = RESEND_AFTER_S - (sent_seconds_ago ?? Infinity) + secondsSince(askedAt);
  return Math.max(0, Math.ceil(left));
}

/** Returns the seconds until another e-mail may go to this address, in every state of an account; null where one may go now. */
function countConfirmation(
  { limits }: AuthService,
  account: Account | undefined,
  address: string,
  askedAt: number,
): number | null {
  if (account && !account.is_confirmed) return secondsToWait(account, askedAt) || null;
  return limits.count("confirmation", { email: address });
}

async function sendLinkAgain(
  { sql, outbox }: AuthService,
  id: string,
  address: string,
  askedAt: number,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const link = await renewConfirmation(transaction, id, secondsSince(askedAt));
    if (link) await outbox.add(transaction, "confirmation", address, link);
  });
  outbox.look();
}

async function addAccount(
  { sql, outbox }: AuthService,
  address: string,
  hash: string,
  signUpId: string | null,
  askedAt: number,
  mayWrite: boolean,
): Promise<void> {
  const link = newToken();
  await sql.begin(async (transaction) => {
    await insertAccount(transaction, address, hash, link, secondsSince(askedAt), signUpId);
    if (mayWrite) await outbox.add(transaction, "confirmation", address, link);
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
