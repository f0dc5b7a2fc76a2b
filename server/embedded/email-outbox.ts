import type postgres from "postgres";
import type { Site } from "../../app/domain/site.ts";
import { type AccountEmail, writeAccountEmail } from "../emails/account-emails.ts";
import { isQueuedEmail, writeQueuedEmail } from "../emails/emails.ts";
import { type Outbox, createOutbox } from "../emails/outbox.ts";
import { callFunction } from "./connections.ts";
import type { Delivery } from "../emails/delivery.ts";

/** For retries: new emails are sent at once. */
const LOOK_EVERY_MS = 2_000;

export interface EmailOutbox extends Pick<Outbox, "sendDue" | "stop"> {
  add(sql: postgres.ISql, template: AccountEmail, recipient: string, tokenHash?: string): Promise<void>;
  /** Starts sending emails, including those that an earlier process left. */
  start(): Promise<void>;
}

interface EmailOutboxOptions {
  sql: postgres.Sql;
  delivery: Delivery;
  siteUrl: string;
  site: Site;
}

/** Creates an outbox that sends the same emails as `npm run worker`, and account emails. */
export function createEmailOutbox({ sql, delivery, siteUrl, site }: EmailOutboxOptions): EmailOutbox {
  const outbox = createOutbox({
    call: async (name, args) => JSON.parse(await callFunction(sql, name, args)) as unknown,
    delivery,
    siteUrl,
    officerEmail: site.grievanceOfficer?.email ?? null,
    async write({ template, fields }) {
      if (isQueuedEmail(template)) return writeQueuedEmail(template, fields, siteUrl, site.name);
      return writeAccountEmail(template as AccountEmail, String(fields.token_hash), siteUrl, site.name);
    },
    everyMs: LOOK_EVERY_MS,
  });

  return {
    async add(transaction, template, recipient, tokenHash = "") {
      await transaction`
        insert into private.email_outbox (template, recipient, fields)
        values (${template}, ${recipient}, ${transaction.json({ token_hash: tokenHash })})`;
    },
    sendDue: outbox.sendDue,
    async start() {
      // Only this process sends from this database. An email with a later next try was left by a process that was killed, or waits for a
      // retry: send it now.
      await sql`update private.email_outbox set next_try_at = now() where next_try_at > now() and tries > 0`;
      outbox.start();
    },
    stop: outbox.stop,
  };
}
