import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Site } from "../../app/domain/site.ts";
import { unlessMissing } from "../embedded/files.ts";

export interface Message {
  /** The same for each try, so that mail programs hide duplicates. */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
}

export interface Delivery {
  /** Resolves when the mail server has accepted the email. */
  send(message: Message): Promise<void>;
}

/** The timeout of a silent mail server. */
const SILENCE_MS = 10_000;
/** The timeout of a try: less than the 30 s for which operator_take_emails (09_emails_and_sweeps.sql) reserves the email. */
const TRY_MS = 25_000;

type Sender = Pick<Site, "mailFrom" | "contactEmail">;

/**
 * Returns nodemailer's options. `prepared` keeps it from folding headers: some mail programs ignore List-Unsubscribe URLs on a second line.
 */
function options({ headers = {}, ...message }: Message, { mailFrom, contactEmail }: Sender) {
  const all = { "Auto-Submitted": "auto-generated", ...headers };
  const prepared = Object.entries(all).map(([key, value]) => ({ key, value: { prepared: true, value } }));
  const replyTo = contactEmail === mailFrom.address ? {} : { replyTo: contactEmail };
  return { from: mailFrom, ...replyTo, ...message, headers: prepared };
}

export function smtpDelivery(smtpUrl: string, sender: Sender, tryMs = TRY_MS): Delivery {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send(message) {
      await transport.sendMail({ ...options(message, sender), signal: AbortSignal.timeout(tryMs) });
    },
  };
}

/** Stores emails in `folder` as .eml files instead of sending them. */
export function fileDelivery(folder: string, sender: Sender): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      const { message: eml } = await transport.sendMail(options(message, sender));
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      // Names sort by time. Links in emails open accounts, so only the owner may read the files.
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(3).toString("hex")}`;
      const draft = path.join(folder, `.${name}`);
      await fs.writeFile(draft, eml as Buffer, { mode: 0o600 });
      await fs.rename(draft, path.join(folder, `${name}.eml`));
    },
  };
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Deletes stored emails and drafts that are older than a week. Their links expire after an hour. */
export async function sweepEmails(folder: string): Promise<void> {
  for (const name of (await unlessMissing(fs.readdir(folder))) ?? []) {
    const stat = await unlessMissing(fs.stat(path.join(folder, name)));
    if (stat && stat.mtimeMs < Date.now() - WEEK_MS) await fs.rm(path.join(folder, name), { force: true });
  }
}
