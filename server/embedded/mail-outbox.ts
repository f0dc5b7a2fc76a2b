import type postgres from "postgres";
import { type AccountLetter, writeAccountLetter } from "../letters/account-letters.ts";
import { isLetter, writeLetter } from "../letters/letters.ts";
import { type Outbox, createOutbox } from "../letters/outbox.ts";
import { callFunction } from "./connections.ts";
import type { Delivery } from "./mail.ts";

/** New e-mails are taken at once. */
const LOOK_EVERY_MS = 2_000;

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
  const outbox = createOutbox({
    call: async (name, args) => JSON.parse(await callFunction(sql, name, args)) as unknown,
    delivery,
    siteUrl,
    officerEmail,
    async write({ template, fields }) {
      if (isLetter(template)) return writeLetter(template, fields, siteUrl);
      return writeAccountLetter(template as AccountLetter, String(fields.token_hash), siteUrl);
    },
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
