import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type postgres from "postgres";
import { z } from "zod";
import { networkOfCaller, type ServerEnv, signalOf } from "../../client-address.ts";
import { AuthRefusal, busy, invalid, tooManyEmails, tooManyEmailsTo } from "../auth-refusal.ts";
import type { EmailOutbox } from "../email-outbox.ts";
import { hashing, hashPassword, matchesPassword } from "../passwords.ts";
import { uuid } from "../refusal.ts";
import { type Account, changeUnconfirmed, findAccount, insertAccount, renewConfirmation } from "./accounts.ts";
import {
  type AuthService,
  checkEmail,
  checkNewPassword,
  CREDENTIALS,
  email,
  ignored,
  read,
  store,
  text,
} from "./service.ts";

const RESEND = z.strictObject({ type: text, email, ...ignored });
/** `sign_up` is the browser's random id (app/data/accounts.ts). Ignores other metadata. */
const SIGN_UP = CREDENTIALS.extend({
  data: z
    .object({ sign_up: uuid.nullish().catch(null) })
    .nullish()
    .transform((data) => data?.sign_up ?? null),
});
type SignUp = z.infer<typeof SIGN_UP>;

/** Responds alike in every state of an account, and never with "too soon": otherwise others could lock out the owner of an email. */
export async function signUp(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, limits, outbox, trustProxy } = service;
  const body = await read(service, c, SIGN_UP, "sign-up");
  const { email: address, password, data: signUpId } = body;
  if (address === "") throw new AuthRefusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  if (password === "") throw invalid("Signup requires a valid password");
  checkNewPassword(password);
  checkEmail(address);
  const network = networkOfCaller(c, trustProxy);
  if (hashing.isFull(network)) throw busy();
  const account = await findAccount(sql, address);
  // Hashes or compares exactly once in every state of an account: both take the same time.
  const hash = await hashing.run(network, () => passwordToStore(service, body, account), signalOf(c));
  await store(service, c, async (transaction) => {
    const isNew = !account && (await insertAccount(transaction, address, hash ?? "", signUpId));
    if (!isNew && hash !== null) await changeUnconfirmed(transaction, address, hash, signUpId);
    // Skips an email that is too soon or over a limit: earlier links stay valid.
    const isDue = limits.count("confirmation", { email: address }) === null || isNew;
    const mayWrite = isDue && limits.count("confirmation-email", { email: address }) === null;
    if (mayWrite) await writeConfirmation(outbox, transaction, address);
  });
  return c.json(unconfirmedUser(address));
}

/** Queues another confirmation email if the account is unconfirmed. Throws if one would be too soon, alike in every state of an account. */
export async function resend(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { limits, outbox } = service;
  const { type, email: address } = await read(service, c, RESEND, "email-request");
  if (type !== "signup") throw invalid("Missing one of these types: signup, email_change, sms, phone_change");
  if (address === "") throw invalid("Type provided requires an email address");
  checkEmail(address);
  await store(service, c, async (transaction) => {
    const seconds = limits.count("confirmation", { email: address });
    if (seconds !== null) throw tooManyEmails(seconds);
    const wait = limits.count("confirmation-email", { email: address });
    if (wait !== null) throw tooManyEmailsTo(wait);
    await writeConfirmation(outbox, transaction, address);
  });
  return c.json({});
}

/**
 * Returns the hash of the password. If another browser signed up the unconfirmed account, returns null for the same password, else
 * "": either password may belong to the owner of the mailbox, so neither counts, and the holder of the link sets one.
 */
async function passwordToStore(
  { dummyHash }: AuthService,
  { password, data: signUpId }: SignUp,
  account: Account | undefined,
): Promise<string | null> {
  const isElsewhere = account && !account.is_confirmed && (signUpId === null || signUpId !== account.sign_up);
  if (!isElsewhere) return hashPassword(password);
  return (await matchesPassword(password, account.encrypted_password || (await dummyHash))) ? null : "";
}

async function writeConfirmation(outbox: EmailOutbox, transaction: postgres.ISql, address: string): Promise<void> {
  const link = await renewConfirmation(transaction, address);
  if (link) await outbox.add(transaction, "confirmation", address, link);
}

/**
 * Returns the response to every sign-up: an unconfirmed account with a random id and empty `identities`, like hosted projects for a taken
 * email.
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
