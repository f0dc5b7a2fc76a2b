import { readFileSync } from "node:fs";
import { z } from "zod";
import { formatTime } from "../../app/domain/dates.ts";
import { GRIEVANCE_GROUNDS, GRIEVANCE_OUTCOMES, GRIEVANCE_WRITERS } from "../../app/domain/grievance.ts";
import { type Message, textOf } from "../embedded/mail.ts";
import { DECISION_LETTERS } from "./decision-letters.ts";
import { type Wording, letter } from "./letter.ts";

const time = z.iso.datetime({ offset: true }).transform((text) => `${formatTime(new Date(text))}, India`);
const groundKey = z.enum(keysOf(GRIEVANCE_GROUNDS));

const complaint = z.object({
  ticket: z.string(),
  secret: z.uuid(),
  ground: groundKey,
  acknowledge_by: time,
  decide_by: time,
  outcome: z.enum(keysOf(GRIEVANCE_OUTCOMES)).nullable(),
  clause: z.string().nullable(),
  sentence: z.string().nullable(),
});
const forOfficer = z.object({
  ticket: z.string(),
  ground: groundKey,
  writer: z.enum(keysOf(GRIEVANCE_WRITERS)),
  acknowledge_by: time,
  decide_by: time,
  acknowledged_at: z.string().nullable(),
});

/**
 * The letters that private.queue_letter queues, by their templates. Of what visitors typed only the name of a home is in
 * them.
 */
const LETTERS = {
  ...DECISION_LETTERS,
  "grievance-received": letter(complaint, ({ ticket, secret, ground, acknowledge_by, decide_by }) => ({
    subject: `We have your complaint ${ticket}`,
    title: `Your complaint ${ticket} has arrived`,
    paragraphs: [
      `The ground: ${GRIEVANCE_GROUNDS[ground]}. A person will read it by ${acknowledge_by}, and decide by ${decide_by}.`,
      "Its page shows where it stands. Anyone with the address can read your complaint, so do not share it.",
      "If you did not send a complaint, someone typed your address by mistake. Please ignore this email.",
    ],
    link: { path: `/grievance/${secret}`, label: "See where it stands" },
  })),
  "grievance-acknowledged": letter(complaint, ({ ticket, secret, decide_by }) => ({
    subject: `We have read your complaint ${ticket}`,
    title: `A person has read your complaint ${ticket}`,
    paragraphs: [`We will decide by ${decide_by} and write to you then.`],
    link: { path: `/grievance/${secret}`, label: "See where it stands" },
  })),
  "grievance-decided": letter(complaint, ({ ticket, secret, outcome, clause, sentence }) => ({
    subject: `Your complaint ${ticket} has been decided`,
    title: outcome ? GRIEVANCE_OUTCOMES[outcome] : "Your complaint has been decided",
    paragraphs: [
      sentence ?? "",
      ...(clause ? [`This follows clause ${clause} of our review policy.`] : []),
      "If you think this is wrong, you may appeal to the government's Grievance Appellate Committee within 30 days: https://gac.gov.in",
    ],
    link: { path: `/grievance/${secret}`, label: "See your complaint" },
  })),
  "grievance-arrived": letter(forOfficer, ({ ticket, ground, writer, acknowledge_by, decide_by }) => ({
    subject: `Complaint ${ticket}: ${GRIEVANCE_GROUNDS[ground]}`,
    title: `Complaint ${ticket} has arrived`,
    paragraphs: [
      `The ground: ${GRIEVANCE_GROUNDS[ground]}. Who writes: ${GRIEVANCE_WRITERS[writer]}.`,
      `Acknowledge it by ${acknowledge_by}, and decide by ${decide_by}.`,
    ],
  })),
  "grievance-due": letter(forOfficer, ({ ticket, ground, acknowledge_by, decide_by, acknowledged_at }) => ({
    subject: `Complaint ${ticket} is due`,
    title: `Complaint ${ticket} is due`,
    paragraphs: [
      acknowledged_at
        ? `Decide it by ${decide_by}.`
        : `Acknowledge it by ${acknowledge_by}, and decide by ${decide_by}.`,
      `The ground: ${GRIEVANCE_GROUNDS[ground]}.`,
    ],
  })),
  "grievances-waiting": letter(z.object({ waiting: z.number(), next_clock: time }), ({ waiting, next_clock }) => ({
    subject: `${waiting} complaints are waiting`,
    title: `${waiting} complaints are waiting at the desk`,
    paragraphs: [
      `The first of them is due by ${next_clock}.`,
      "So many have come in, or are due, that we will not write about each of them this hour.",
    ],
    link: { path: "/desk", label: "Open the desk" },
  })),
} satisfies Record<string, (fields: unknown) => Wording>;

export type LetterTemplate = keyof typeof LETTERS;

export function isLetter(template: string): template is LetterTemplate {
  return Object.hasOwn(LETTERS, template);
}

const LAYOUT = readFileSync(new URL("layout.html", import.meta.url), "utf8");

const INK = 'class="ink" style="margin: 0 0 16px; font-size: 16px; line-height: 25px; color: #2b2520"';
const BUTTON =
  "display: inline-block; padding: 14px 24px; border-radius: 8px; background-color: #a8432a; font-size: 16px; line-height: 20px; font-weight: 600; color: #ffffff; text-decoration: none";
const MUTED = 'class="muted" style="margin: 24px 0 0; font-size: 14px; line-height: 21px; color: #6d6157"';
const LINK = 'class="link" style="color: #8f3520; word-break: break-all"';

/** Writes a letter as HTML and as text. Throws when `fields` are not those of the template. */
export function writeLetter(
  template: LetterTemplate,
  fields: unknown,
  siteUrl: string,
): Pick<Message, "subject" | "html" | "text"> {
  const { subject, title, paragraphs, link } = LETTERS[template](fields);
  const address = link && escape(siteUrl + link.path);
  const body = [
    ...paragraphs.map((paragraph) => `<p ${INK}>${escape(paragraph)}</p>`),
    ...(link
      ? [
          `<p style="margin: 24px 0 0"><a href="${address}" style="${BUTTON}">${escape(link.label)}</a></p>`,
          `<p ${MUTED}>If the button does not work, copy this address into your browser:<br /><a ${LINK} href="${address}">${address}</a></p>`,
        ]
      : []),
  ].join("\n");
  const filled: Record<string, string> = { subject: escape(subject), title: escape(title), body };
  const html = LAYOUT.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => filled[name] ?? "");
  return { subject, html, text: textOf(html) };
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
