import { z } from "zod";
import { formatTime } from "../../app/domain/dates.ts";
import { GRIEVANCE_GROUNDS, GRIEVANCE_OUTCOMES, GRIEVANCE_WRITERS } from "../../app/domain/grievance.ts";
import { DECISION_EMAILS } from "./decision-emails.ts";
import { type Wording, type Written, email, write } from "./email.ts";
import { WANTED_EMAILS } from "./wanted-emails.ts";

const time = z.iso.datetime({ offset: true }).transform((text) => `${formatTime(new Date(text))}, India`);
const groundKey = z.enum(keysOf(GRIEVANCE_GROUNDS));

const grievance = z.object({
  ticket: z.string(),
  secret: z.uuid(),
  ground: groundKey,
  acknowledgeBy: time,
  decideBy: time,
  outcome: z.enum(keysOf(GRIEVANCE_OUTCOMES)).nullable(),
  clause: z.string().nullable(),
  sentence: z.string().nullable(),
});
const forOfficer = z.object({
  ticket: z.string(),
  ground: groundKey,
  writer: z.enum(keysOf(GRIEVANCE_WRITERS)),
  acknowledgeBy: time,
  decideBy: time,
  acknowledgedAt: z.string().nullable(),
});

/** The emails that private.queue_email queues, by template. Of visitors' texts they contain only names of homes. */
const EMAILS = {
  ...DECISION_EMAILS,
  ...WANTED_EMAILS,
  "grievance-received": email(grievance, ({ ticket, secret, ground, acknowledgeBy, decideBy }) => ({
    subject: `We have your complaint ${ticket}`,
    title: `Your complaint ${ticket} has arrived`,
    paragraphs: [
      `Ground: ${GRIEVANCE_GROUNDS[ground]}. A person will read it by ${acknowledgeBy}, and decide by ${decideBy}.`,
      "Its page shows its status. Anyone with the link can read your complaint, so do not share it.",
      "If you did not send a complaint, someone entered your address by mistake. Please ignore this email.",
    ],
    link: { path: `/grievance/${secret}`, label: "See its status" },
  })),
  "grievance-acknowledged": email(grievance, ({ ticket, secret, decideBy }) => ({
    subject: `We have read your complaint ${ticket}`,
    title: `A person has read your complaint ${ticket}`,
    paragraphs: [`We will decide by ${decideBy} and write to you then.`],
    link: { path: `/grievance/${secret}`, label: "See its status" },
  })),
  "grievance-decided": email(grievance, ({ ticket, secret, outcome, clause, sentence }) => ({
    subject: `Your complaint ${ticket} has been decided`,
    title: outcome ? GRIEVANCE_OUTCOMES[outcome] : "Your complaint has been decided",
    paragraphs: [
      sentence ?? "",
      ...(clause ? [`This follows clause ${clause} of our review policy.`] : []),
      "If you think this is wrong, you may appeal to the government's Grievance Appellate Committee within 30 days: https://gac.gov.in",
    ],
    link: { path: `/grievance/${secret}`, label: "See your complaint" },
  })),
  "grievance-arrived": email(forOfficer, ({ ticket, ground, writer, acknowledgeBy, decideBy }) => ({
    subject: `Complaint ${ticket}: ${GRIEVANCE_GROUNDS[ground]}`,
    title: `Complaint ${ticket} has arrived`,
    paragraphs: [
      `Ground: ${GRIEVANCE_GROUNDS[ground]}. Sent by: ${GRIEVANCE_WRITERS[writer]}.`,
      `Acknowledge it by ${acknowledgeBy}, and decide by ${decideBy}.`,
    ],
  })),
  "grievance-due": email(forOfficer, ({ ticket, ground, acknowledgeBy, decideBy, acknowledgedAt }) => ({
    subject: `Complaint ${ticket} is due`,
    title: `Complaint ${ticket} is due`,
    paragraphs: [
      acknowledgedAt ? `Decide it by ${decideBy}.` : `Acknowledge it by ${acknowledgeBy}, and decide by ${decideBy}.`,
      `Ground: ${GRIEVANCE_GROUNDS[ground]}.`,
    ],
  })),
} satisfies Record<string, (fields: unknown, siteUrl: string) => Wording>;

export type EmailTemplate = keyof typeof EMAILS;

export function isQueuedEmail(template: string): template is EmailTemplate {
  return Object.hasOwn(EMAILS, template);
}

/** Renders an email as HTML and text. Throws if `fields` do not match the template. */
export function writeQueuedEmail(template: EmailTemplate, fields: unknown, siteUrl: string): Written {
  return write(EMAILS[template](fields, siteUrl), siteUrl);
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}
