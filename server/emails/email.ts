import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { Message } from "./delivery.ts";

export interface Wording {
  subject: string;
  title: string;
  paragraphs: string[];
  items?: { text: string; links: { path: string; label: string }[] }[];
  link?: { path: string; label: string };
  /** The text after the button. */
  note?: string;
  /** A POST to this path unsubscribes the recipient (RFC 8058). */
  unsubscribePath?: string;
}

export type RenderedEmail = Pick<Message, "subject" | "html" | "text" | "headers">;

/** Creates a template that validates its fields: a database of another version may have queued the email. */
export function email<Schema extends z.ZodType>(
  schema: Schema,
  word: (fields: z.output<Schema>, siteUrl: string) => Wording,
) {
  return (fields: unknown, siteUrl: string): Wording => word(schema.parse(fields), siteUrl);
}

const LAYOUT = readFileSync(new URL("layout.html", import.meta.url), "utf8");

// Must match the colors of app.css, as must layout.html.
const ink = (margin: string) =>
  `class="ink" style="margin: ${margin}; font-size: 16px; line-height: 25px; color: #20234a"`;
const INK = ink("0 0 16px");
const BUTTON =
  'class="button" style="display: inline-block; padding: 13px 22px; border-radius: 3px; background-color: #a33f26; font-size: 16px; line-height: 20px; font-weight: 700; color: #fffaf2; text-decoration: none"';
const MUTED = 'class="muted" style="margin: 24px 0 0; font-size: 14px; line-height: 21px; color: #54566f"';
const LINK = 'class="link" style="color: #a33f26; word-break: break-all"';
const ABOUT_US = "honest reviews of rented homes in India, by the people who lived in them.";

/** Renders HTML and text. In text, each URL is on the line below its label. */
export function write(wording: Wording, siteUrl: string, siteName: string): RenderedEmail {
  const { subject, title, paragraphs, items = [], link, note, unsubscribePath } = wording;
  const address = link && escape(siteUrl + link.path);
  const body = [
    ...paragraphs.map((paragraph) => `<p ${INK}>${escape(paragraph)}</p>`),
    ...items.flatMap(({ text, links }) => [
      `<p ${ink("24px 0 4px")}><strong>${escape(text)}</strong></p>`,
      ...links.map(({ path, label }) => {
        const to = escape(siteUrl + path);
        return `<p ${ink("0 0 8px")}><a ${LINK} href="${to}">${escape(label)}</a></p>`;
      }),
    ]),
    ...(link
      ? [
          `<p style="margin: 24px 0 0"><a ${BUTTON} href="${address}">${escape(link.label)}</a></p>`,
          `<p ${MUTED}>If the button does not work, copy this address into your browser:<br /><a ${LINK} href="${address}">${address}</a></p>`,
        ]
      : []),
    ...(note ? [`<p ${MUTED}>${escape(note)}</p>`] : []),
  ].join("\n");
  const about = `${siteName}: ${ABOUT_US}`;
  const filled: Record<string, string> = {
    subject: escape(subject),
    site: escape(siteName),
    title: escape(title),
    body,
    about: escape(about),
  };
  const html = LAYOUT.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => filled[name] ?? "");
  const addressOf = ({ path, label }: { path: string; label: string }) => `${label}\n${siteUrl}${path}`;
  const text = [
    title,
    ...paragraphs,
    ...items.map((item) => [item.text, ...item.links.map(addressOf)].join("\n\n")),
    ...(link ? [addressOf(link)] : []),
    ...(note ? [note] : []),
    about,
  ].join("\n\n");
  const headers = {
    "List-Unsubscribe": `<${siteUrl}${unsubscribePath}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { subject, html, text, ...(unsubscribePath && { headers }) };
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
