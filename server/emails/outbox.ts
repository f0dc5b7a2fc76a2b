import { z } from "zod";
import type { Delivery } from "./delivery.ts";
import type { Written } from "./email.ts";
import { log, logError } from "../log.ts";

/** E-mails on their way at a time. */
const AT_ONCE = 4;
const MAX_TRIES = 10;

/** An e-mail that operator_take_emails has given out. */
const emails = z.array(
  z.object({
    id: z.string(),
    template: z.string(),
    /** Null: the grievance officer. */
    recipient: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()),
    /** With this one. */
    tries: z.number(),
    /** Seconds until it is given out again. */
    pause: z.number(),
  }),
);
type QueuedEmail = z.infer<typeof emails>[number];

/** Calls a function of the database as an operator does. */
type Call = (name: "operator_take_emails" | "operator_end_email", args: Record<string, unknown>) => Promise<unknown>;

interface OutboxOptions {
  call: Call;
  delivery: Delivery;
  siteUrl: string;
  /** Where e-mails to the grievance officer go; null where none is named: then these are not sent. */
  officerEmail: string | null;
  /** The words of an e-mail. */
  write(email: QueuedEmail): Promise<Written>;
  /** How often to look for e-mails whose next try is due. */
  everyMs: number;
}

export interface Outbox {
  /** Sends what is due; to be called once an e-mail that was added is committed. */
  look(): void;
  start(): void;
  /** Begins to send nothing more; resolves when nothing is on its way. */
  stop(): Promise<void>;
}

/** Sends the e-mails that wait in the database, each at least once. Any number of these may work side by side. */
export function createOutbox(options: OutboxOptions): Outbox {
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
      .catch((error: unknown) => logError("emails: the outbox could not be read:", error))
      .finally(() => {
        looking = null;
      });
  }

  async function takeDue(): Promise<void> {
    while (isLookWanted) {
      const free = isRunning ? AT_ONCE - underway.size : 0;
      if (free < 1) return;
      isLookWanted = false;
      const taken = emails.parse(await options.call("operator_take_emails", { at_most: free }));
      for (const email of taken) follow(email);
    }
  }

  function follow(email: QueuedEmail): void {
    const sending = send(options, email)
      .catch((error: unknown) => logError("emails: the outbox could not be changed:", error))
      .finally(() => {
        underway.delete(sending);
        look();
      });
    underway.add(sending);
  }

  return {
    look,
    start() {
      isRunning = true;
      timer = setInterval(look, options.everyMs);
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

async function send(options: OutboxOptions, email: QueuedEmail): Promise<void> {
  const { call, delivery, siteUrl, officerEmail, write } = options;
  const end = () => call("operator_end_email", { email_id: email.id });
  const to = email.recipient ?? officerEmail;
  if (to === null) {
    await end();
    log(`emails: a ${email.template} e-mail is for the grievance officer, of whom the settings name no address.`);
    return;
  }
  try {
    const message = await write(email);
    await delivery.send({ ...message, messageId: `<${email.id}@${new URL(siteUrl).hostname}>`, to });
  } catch (error) {
    if (isHopeless(email, error)) await end();
    return;
  }
  await end();
}

/** Says in the log that a try failed, and whether it was the last. */
function isHopeless(email: QueuedEmail, error: unknown): boolean {
  // What a mail server says often quotes the address: only its numbers and names are for the log.
  const { code = "no code", responseCode = "" } = (error ?? {}) as { code?: string; responseCode?: number };
  const reason = `${code} ${responseCode}`.trim();
  const isRefused = code === "EENVELOPE" && Number(responseCode) >= 500;
  if (isRefused || email.tries >= MAX_TRIES) {
    logError(`emails: gave up on a ${email.template} e-mail after ${email.tries} tries (${reason}).`);
    return true;
  }
  log(`emails: a ${email.template} e-mail was not taken (${reason}), next try in ${email.pause} s.`);
  return false;
}
