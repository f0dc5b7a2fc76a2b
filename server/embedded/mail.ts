import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type { App, EmailDriver, EmailMessage } from "@supabase/lite";
import { convert } from "html-to-text";
import { createTransport } from "nodemailer";

type Mailer = NonNullable<App["_mailer"]>;

const FROM = { name: "GharSach", address: "hello@gharsach.in" };

/** Sends through an SMTP server, for example smtps://user:password@mail.example:465. */
export function smtpDelivery(smtpUrl: string): EmailDriver {
  const transport = createTransport(smtpUrl);
  return {
    async send(message) {
      await transport.sendMail({ from: FROM, ...message });
    },
  };
}

/** Keeps every e-mail as a file in `folder`, in the format that mail programs open (.eml), instead of sending it. */
export function fileDelivery(folder: string): EmailDriver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      const { message: eml } = await transport.sendMail({ from: FROM, ...message });
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      // The name sorts by time; mail carries links that open accounts, so nobody else may read it.
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(3).toString("hex")}`;
      const draft = path.join(folder, `.${name}`);
      await fs.writeFile(draft, eml as Buffer, { mode: 0o600 });
      await fs.rename(draft, path.join(folder, `${name}.eml`));
    },
  };
}

const TEMPLATES = {
  confirmation: { subject: "Confirm your e-mail for GharSach", file: "confirmation.html" },
  recovery: { subject: "Set a new password for GharSach", file: "recovery.html" },
} as const;

export interface AccountMailer extends Mailer {
  /** Sends the mail that asks to confirm an address; `tokenHash` goes into its link. */
  sendConfirmation(email: string, tokenHash: string): Promise<void>;
}

/**
 * Writes the account e-mails from `supabase/templates`, the templates that a hosted project uses too. The text part is
 * made from the HTML, so the two cannot differ; its link is the one that the HTML shows in full. Subjects must match `supabase/config.toml`.
 */
export function createMailer(delivery: EmailDriver, templates: string, siteUrl: string): AccountMailer {
  async function send(to: string, template: keyof typeof TEMPLATES, tokenHash: string): Promise<void> {
    const { subject, file } = TEMPLATES[template];
    const source = await fs.readFile(path.join(templates, file), "utf8");
    const html = source
      .replace(/\{\{\s*\.SiteURL\s*\}\}/g, siteUrl)
      .replace(/\{\{\s*\.TokenHash\s*\}\}/g, encodeURIComponent(tokenHash));
    const text = convert(html, {
      wordwrap: 78,
      selectors: [{ selector: "a", options: { ignoreHref: true } }],
    });
    await delivery.send({ to, subject, html, text } satisfies EmailMessage);
  }

  const refuse = async () => {
    throw new Error("The product sends no such e-mail.");
  };
  return {
    sendConfirmation: (email, tokenHash) => send(email, "confirmation", tokenHash),
    sendRecovery: (email, tokenHash) => send(email, "recovery", tokenHash),
    sendMagicLink: refuse,
    sendEmailChange: refuse,
    sendReauthentication: refuse,
  };
}
