import { z } from "zod";
import type { Delivery } from "./delivery.ts";
import type { RenderedEmail } from "./email.ts";
import { log, logError } from "../log.ts";

const AT_ONCE = 4;
const MAX_TRIES = 10;

/** From operator_take_emails. */
const emails = z.array(
  z.object({
    id: z.string(),
    template: z.string(),
    /** Null for the grievance officer. */
    recipient: z.string().nullable(),
    fields: z.record(z.string(), z.unknown()),
    /** Includes this try. */
    tries: z.number(),
    /** Seconds until it can be taken again. */
    pause: z.number(),
  }),
);
type QueuedEmail = z.infer<typeof emails>[number];

type Call = (name: "operator_take_emails" | "operator_end_email", args: Record<string, unknown>) => Promise<unknown>;

interface OutboxOptions {
  call: Call;
  delivery: Delivery;
  siteUrl: string;
  /** Null if no grievance officer is named: their emails are then dropped. */
  officerEmail: string | null;
  write(email: QueuedEmail): Promise<RenderedEmail>;
  everyMs: number;
}

export interface Outbox {
  /** Sends due emails. Call it after the commit that queued one. */
  sendDue(): void;
  start(): void;
  /** Resolves when no email is being sent. */
  stop(): Promise<void>;
}

/** Creates an outbox that sends queued emails at least once. Any number of outboxes may run in parallel. */
export function createOutbox(options: OutboxOptions): Outbox {
  const underway = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let taking: Promise<void> | null = null;
  let isRunWanted = false;

  /** Sends due emails. If a run is in progress, another one follows it. */
  function sendDue(): void {
    isRunWanted = true;
    if (taking || !isRunning) return;
    taking = takeDue()
      .catch((error: unknown) => logError("emails: the outbox could not be read:", error))
      .finally(() => {
        taking = null;
      });
  }

  async function takeDue(): Promise<void> {
    while (isRunWanted) {
      const free = isRunning ? AT_ONCE - underway.size : 0;
      if (free < 1) return;
      isRunWanted = false;
      const taken = emails.parse(await options.call("operator_take_emails", { at_most: free }));
      for (const email of taken) startSending(email);
    }
  }

  function startSending(email: QueuedEmail): void {
    const sending = send(options, email)
      .catch((error: unknown) => logError("emails: the outbox could not be changed:", error))
      .finally(() => {
        underway.delete(sending);
        sendDue();
      });
    underway.add(sending);
  }

  return {
    sendDue,
    start() {
      isRunning = true;
      timer = setInterval(sendDue, options.everyMs);
      sendDue();
    },
    async stop() {
      isRunning = false;
      clearInterval(timer);
      await taking;
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
    log(`emails: a ${email.template} email is for the grievance officer, but the settings name none.`);
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

/** Logs a failed try. Returns whether it was the last. */
function isHopeless(email: QueuedEmail, error: unknown): boolean {
  // Logs only codes: messages of mail servers often quote the address.
  const { code = "no code", responseCode = "" } = (error ?? {}) as { code?: string; responseCode?: number };
  const reason = `${code} ${responseCode}`.trim();
  const isRefused = code === "EENVELOPE" && Number(responseCode) >= 500;
  if (isRefused || email.tries >= MAX_TRIES) {
    logError(`emails: gave up on a ${email.template} email after ${email.tries} tries (${reason}).`);
    return true;
  }
  log(`emails: a ${email.template} email was not accepted (${reason}), next try in ${email.pause} s.`);
  return false;
}
