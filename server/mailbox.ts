import { createHash, timingSafeEqual } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html, raw } from "hono/html";
import PostalMime, { type Email } from "postal-mime";
import { type ServerEnv, isFromThisMachine } from "./client-address.ts";

const NEWEST = 100;
const COOKIE = "gharsach-mailbox";

export interface MailboxParts {
  folder: string;
  /** Changes at every start. The server prints it. */
  key: string;
}

/**
 * Serves `/mailbox?key=…`: emails that the embedded backend stored instead of sending, newest first. Their links open accounts, so
 * only browsers on this machine that have opened the URL with the key see them. Others get a 404.
 */
export function createMailbox({ folder, key }: MailboxParts): Hono<ServerEnv> {
  const mailbox = new Hono<ServerEnv>();
  mailbox.get("/mailbox", async (c, next) => {
    if (!isFromThisMachine(c) || !isSame(c.req.query("key") ?? getCookie(c, COOKIE) ?? "", key)) return next();
    setCookie(c, COOKIE, key, { path: "/mailbox", httpOnly: true, sameSite: "Strict" });
    const emails = await newestEmails(folder);
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    return c.html(page(emails));
  });
  return mailbox;
}

function isSame(given: string, key: string): boolean {
  const [one, other] = [given, key].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

async function newestEmails(folder: string): Promise<Email[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed()
    .slice(0, NEWEST);
  return Promise.all(newest.map(async (name) => PostalMime.parse(await fs.readFile(path.join(folder, name)))));
}

function page(emails: Email[]) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox · GharSach</title>
        <link rel="icon" href="/favicon.svg" />
        <style>
          :root {
            color-scheme: light dark;
            font: 1rem/1.6 system-ui;
          }
          body {
            max-width: 44rem;
            margin: 2rem auto;
          }
          pre {
            font: inherit;
            white-space: pre-wrap;
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Mailbox</h1>
          <p>This server shows its emails here instead of sending them. To send them, set SMTP_URL.</p>
          ${emails.length === 0 ? html`<p>No emails yet. The first one appears here after you sign up.</p>` : ""}
          ${emails.map(
            (email) =>
              html`<article>
                <h2>${email.subject ?? "(no subject)"}</h2>
                <p>To ${email.to?.map((to) => to.address).join(", ")} · ${email.date ? inIndia(email.date) : ""}</p>
                <pre>${linked(email.text ?? "")}</pre>
              </article>`,
          )}
        </main>
      </body>
    </html>`;
}

const WHEN = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

function inIndia(date: string): string {
  return WHEN.format(new Date(date));
}

function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"\]]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
    .map((part) => raw(part));
}
