import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { log, logError } from "../log.ts";
import { type Delivery, type Template, writeMail } from "./mail.ts";

/** E-mails on their way at a time. */
const AT_ONCE = 4;
/** How often to look for e-mails whose next try is due; new ones are taken at once. */
const LOOK_EVERY_MS = 2_000;
/** After the first failed try, doubling with each: ten tries in three hours. Longer than a try can take. */
const FIRST_PAUSE_S = 30;
const LONGEST_PAUSE_S = 60 * 60;
const MAX_TRIES = 10;
/** Timeout of one attempt. */
const TRY_MS = 25_000;
/** Links end an hour after they were asked for: of an e-mail that waited longer than this, after it was sent. */
const LATE_AFTER_S = 60;

export interface MailOutbox {
  /** Puts the mail of a link into the outbox, within the transaction that makes the link. No request waits for the mail server. */
  add(sql: postgres.ISql, template: Template, recipient: string, tokenHash: string): Promise<void>;
  /** Sends what is due; to be called once an e-mail that was added is committed. */
  look(): void;
  /** Begins to send, first what an earlier process has left behind. */
  start(): Promise<void>;
  /** Begins to send nothing more; resolves when nothing is on its way. */
  stop(): Promise<void>;
}

interface OutboxOptions {
  sql: postgres.Sql;
  delivery: Delivery;
  /** The folder of the templates. */
  templates: string;
  siteUrl: string;
}

interface Waiting {
  id: string;
  template: Template;
  recipient: string;
  token_hash: string;
  tries: number;
  pause: number;
  is_late: boolean;
}

/**
 * Keeps e-mails in the database until they are sent, each at least once. Taking one moves its next try behind the longest
 * time that sending can last, so that an e-mail whose process was killed is taken again.
 */
export function createMailOutbox(options: OutboxOptions): MailOutbox {
  const { sql } = options;
  const underway = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let looking: Promise<void> | null = null;
  let isLookWanted = false;

  /** Takes what is due; asked again meanwhile, it looks once more. */
  function look(): void {
    isLookWanted = true;
    if (looking || !isRunning) return;
    looking = takeDue()
      .catch((error: unknown) => logError("mail: the outbox could not be read:", error))
      .finally(() => {
        looking = null;
      });
  }

  async function takeDue(): Promise<void> {
    while (isLookWanted) {
      const free = isRunning ? AT_ONCE - underway.size : 0;
      if (free < 1) return;
      isLookWanted = false;
      for (const mail of await take(sql, free)) follow(mail);
    }
  }

  function follow(mail: Waiting): void {
    const sending = send(options, mail)
      .catch((error: unknown) => logError("mail: the outbox could not be changed:", error))
      .finally(() => {
        underway.delete(sending);
        look();
      });
    underway.add(sending);
  }

  return {
    async add(transaction, template, recipient, tokenHash) {
      await transaction`
        insert into private.mail_outbox (template, recipient, token_hash)
        values (${template}, ${recipient}, ${tokenHash})`;
    },
    look,
    async start() {
      // No other process sends from this database: what looks as if it was underway was left by one that has ended.
      await sql`update private.mail_outbox set next_try_at = now() where next_try_at > now()`;
      isRunning = true;
      timer = setInterval(look, LOOK_EVERY_MS);
      look();
    },
    async stop() {
      isRunning = false;
      clearInterval(timer);
      await looking;
      await Promise.all(underway);
    },
  };
}

function take(sql: postgres.Sql, count: number): Promise<Waiting[]> {
  return sql<Waiting[]>`
    update private.mail_outbox o set tries = o.tries + 1, next_try_at = now() + make_interval(secs => due.pause)
    from (
      select id, least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ tries)::float8 as pause
      from private.mail_outbox where next_try_at <= now()
      order by next_try_at limit ${count} for update skip locked
    ) due
    where o.id = due.id
    returning o.id, o.template, o.recipient, o.token_hash, o.tries, due.pause,
      o.created_at < now() - make_interval(secs => ${LATE_AFTER_S}) as is_late`;
}

async function send({ sql, delivery, templates, siteUrl }: OutboxOptions, mail: Waiting): Promise<void> {
  // Confirmed meanwhile, or replaced by a newer one: a link that leads nowhere only confuses.
  if (mail.is_late && !(await renewLink(sql, mail))) return erase(sql, mail);
  try {
    const message = await writeMail(mail.template, mail.token_hash, { templates, siteUrl });
    const messageId = `<${mail.id}@${new URL(siteUrl).hostname}>`;
    await withTimeout(delivery.send({ ...message, messageId, to: mail.recipient }));
  } catch (error) {
    return putBack(sql, mail, error);
  }
  await erase(sql, mail);
}

/** Lets the hour of a link begin now. Resolves to whether the link is good for anything. */
async function renewLink(sql: postgres.Sql, { template, token_hash: token }: Waiting): Promise<boolean> {
  const renewed =
    template === "confirmation"
      ? await sql`
          update auth.users set confirmation_sent_at = now()
          where confirmation_token = ${token} and email_confirmed_at is null`
      : await sql`update auth.users set recovery_sent_at = now() where recovery_token = ${token}`;
  return renewed.count > 0;
}

async function putBack(sql: postgres.Sql, mail: Waiting, error: unknown): Promise<void> {
  // What a mail server says often quotes the address: only its numbers and names are for the log.
  const { code = "no code", responseCode = "" } = (error ?? {}) as { code?: string; responseCode?: number };
  const reason = `${code} ${responseCode}`.trim();
  const isRefused = code === "EENVELOPE" && Number(responseCode) >= 500;
  if (isRefused || mail.tries >= MAX_TRIES) {
    await erase(sql, mail);
    logError(`mail: gave up on a ${mail.template} e-mail after ${mail.tries} tries (${reason}).`);
  } else {
    log(`mail: a ${mail.template} e-mail was not taken (${reason}), next try in ${mail.pause} s.`);
  }
}

async function erase(sql: postgres.Sql, { id }: Waiting): Promise<void> {
  await sql`delete from private.mail_outbox where id = ${id}`;
}

async function withTimeout(sending: Promise<void>): Promise<void> {
  const late = new AbortController();
  const timeout = delay(TRY_MS, undefined, { signal: late.signal }).then(() => {
    throw Object.assign(new Error("The mail server did not answer in time."), { code: "ETIMEDOUT" });
  });
  try {
    await Promise.race([sending, timeout]);
  } finally {
    late.abort();
    timeout.catch(() => {});
  }
}
