import type postgres from "postgres";
import { type AccountLetter, writeAccountLetter } from "../letters/account-letters.ts";
import { isLetter, writeLetter } from "../letters/letters.ts";
import { type Letter, type Outbox, createOutbox } from "../letters/outbox.ts";
import { callFunction } from "./connections.ts";
import type { Delivery } from "./mail.ts";

/** New e-mails are taken at once. */
const LOOK_EVERY_MS = 2_000;
/** A link is good for an hour after it was asked for. Where its e-mail waited longer than this, the hour begins when it is sent. */
const LATE_AFTER_S = 60;

export interface MailOutbox extends Pick<Outbox, "look" | "stop"> {
  /** Puts a mail into the outbox, within the transaction that makes its link, if it has one. No request waits for the mail server. */
  add(sql: postgres.ISql, template: AccountLetter, recipient: string, tokenHash?: string): Promise<void>;
  /** Begins to send, first what an earlier process has left behind. */
  start(): Promise<void>;
}

interface MailOutboxOptions {
  sql: postgres.Sql;
  delivery: Delivery;
  siteUrl: string;
  officerEmail: string | null;
}

/** The outbox of the embedded server: what `npm run worker` sends for hosted projects, and the e-mails of its own accounts. */
export function createMailOutbox({ sql, delivery, siteUrl, officerEmail }: MailOutboxOptions): MailOutbox {
  async function write(letter: Letter) {
    const { template, fields, age } = letter;
    if (isLetter(template)) return writeLetter(template, fields, siteUrl);
    const [account, token] = [template as AccountLetter, String(fields.token_hash)];
    // Confirmed meanwhile, or replaced by a newer one: a link that leads nowhere only confuses.
    if (token && age > LATE_AFTER_S && !(await renewLink(sql, account, token))) return null;
    return writeAccountLetter(account, token, siteUrl);
  }

  const outbox = createOutbox({
    call: async (name, args) => JSON.parse(await callFunction(sql, name, args)) as unknown,
    delivery,
    siteUrl,
    officerEmail,
    write,
    everyMs: LOOK_EVERY_MS,
  });

  return {
    async add(transaction, template, recipient, tokenHash = "") {
      await transaction`
        insert into private.mail_outbox (template, recipient, fields)
        values (${template}, ${recipient}, ${transaction.json({ token_hash: tokenHash })})`;
    },
    look: outbox.look,
    async start() {
      // No other process sends from this database: what was tried and is not due was left by one that has ended, or waits for its
      // next try.
      await sql`update private.mail_outbox set next_try_at = now() where next_try_at > now() and tries > 0`;
      outbox.start();
    },
    stop: outbox.stop,
  };
}

/** Lets the hour of a link begin now. Resolves to whether the link is good for anything. */
async function renewLink(sql: postgres.Sql, template: AccountLetter, token: string): Promise<boolean> {
  const renewed =
    template === "confirmation"
      ? await sql`
          update auth.users set confirmation_sent_at = now()
          where confirmation_token = ${token} and email_confirmed_at is null`
      : await sql`update auth.users set recovery_sent_at = now() where recovery_token = ${token}`;
  return renewed.count > 0;
}
