import { z } from "zod";
import { formatTime } from "../../app/domain/dates.ts";
import { alertPath, followUpPath, unfollowPath } from "../../app/domain/follow.ts";
import { GRIEVANCE_GROUNDS, GRIEVANCE_OUTCOMES, GRIEVANCE_WRITERS } from "../../app/domain/grievance.ts";
import { homePath, localityHomesPath } from "../../app/domain/home.ts";
import { ACCOUNT, DECISION_EMAILS, objection } from "./decision-emails.ts";
import { type Wording, type RenderedEmail, email, write } from "./email.ts";

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

const name = z.object({ propertyId: z.string(), propertyName: z.string(), locality: z.string(), city: z.string() });
const news = z.object({
  locality: z.string(),
  city: z.string(),
  reviewCount: z.number(),
  homes: z.array(name.extend({ reviewCount: z.number() })),
});
/** Of a locality, the name of a home is missing. */
const follow = news.extend({ secret: z.uuid(), propertyName: z.string().optional() });

const photos = z.object({
  home: z.string(),
  decideBy: time,
  clause: z.string().nullable(),
  sentence: z.string().nullable(),
});

const reminder = z.object({ review_id: z.uuid(), home: z.string() });

const DESK = { path: "/desk", label: "Open the desk" };

/** Emails that people have requested. They contain no text of a review, which may be withdrawn by then. */
const WANTED_EMAILS = {
  "follow-news": email(z.object({ follows: z.array(follow) }), ({ follows }) => {
    const [first] = follows;
    const names = follows.map(({ propertyName, locality, city }) => propertyName ?? `${locality}, ${city}`);
    const more = follows.length > 1 ? ` and ${follows.length - 1} more` : "";
    return {
      subject: first ? `New reviews: ${names[0]}${more}` : "New reviews",
      title: "New reviews of homes and places you follow",
      paragraphs: ["You get at most one email a day about new reviews."],
      items: follows.map(({ secret, propertyName, locality, city, reviewCount, homes }, index) => ({
        text: `${names[index]}: ${newReviews(reviewCount)}`,
        links: [
          ...homes.map((home) => ({
            path: homePath(home),
            label: propertyName ? "Read them" : `${home.propertyName}: ${newReviews(home.reviewCount)}`,
          })),
          ...(propertyName ? [] : [{ path: localityHomesPath(city, locality), label: `All homes in ${locality}` }]),
          { path: unfollowPath([secret]), label: `Stop following ${names[index]}` },
        ],
      })),
      link: { path: "/account", label: "See what you follow" },
      unsubscribePath: unfollowPath(follows.map(({ secret }) => secret)),
    };
  }),
  "confirm-place-alert": email(z.object({ secret: z.uuid(), place: z.string() }), ({ secret, place }) => ({
    subject: "Confirm: email me once",
    title: "Shall we email you once?",
    paragraphs: [
      `Someone, probably you, asked us to write to this address once when someone reviews a home in ${place}. Confirm it today or tomorrow.`,
      "If it was not you, do nothing. We delete the request, and write nothing more because of it.",
    ],
    link: { path: alertPath(secret), label: "Yes or no" },
    unsubscribePath: alertPath(secret, "/stop"),
  })),
  "place-alert": email(news, ({ locality, city, reviewCount, homes }) => ({
    subject: `New in ${locality}, ${city}: ${newReviews(reviewCount)}`,
    title: `${newReviews(reviewCount)} in ${locality}, ${city}`,
    paragraphs: ["You asked us to tell you when someone reviews a home here."],
    items: [
      {
        text: "Read what tenants say:",
        links: homes.map((home) => ({ path: homePath(home), label: home.propertyName })),
      },
    ],
    link: { path: localityHomesPath(city, locality), label: `All homes in ${locality}` },
    note: "This was the only email. We have deleted your request and this address.",
  })),
  "deposit-reminder": email(reminder, ({ review_id, home }) => ({
    subject: "Has the deposit come back?",
    title: "Has the deposit come back?",
    paragraphs: [
      `When you published your review of ${home}, you were still waiting for the deposit. Tell the next tenant what happened: it takes one tap, and you may add a sentence.`,
    ],
    link: { path: followUpPath(review_id), label: "Say what happened" },
    note: "You asked for this reminder. We send it only once.",
  })),
};

/** The templates of private.queue_email. The only texts of visitors in them are names of homes and places. */
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
  "photos-withheld": email(photos, ({ home, decideBy }) => ({
    subject: "The photos of your review are hidden for now",
    title: `The photos of your review of ${home} are hidden for now`,
    paragraphs: [
      `A complaint says that they show nudity, or sexual or morphed images. A person will decide by ${decideBy}, and we will write to you then.`,
      "The text of your review stays on the site. We have not told anyone who you are.",
    ],
    link: ACCOUNT,
  })),
  "photos-removed": email(photos, ({ home, clause, sentence }, siteUrl) => ({
    subject: "We deleted the photos of your review",
    title: `The photos of your review of ${home} are no longer on the site`,
    paragraphs: [
      `Our reason: ${sentence}`,
      `This follows clause ${clause} of our review policy. The text of your review is not affected.`,
      objection(siteUrl),
    ],
    link: ACCOUNT,
  })),
  "photos-shown": email(photos, ({ home }) => ({
    subject: "The photos of your review are on the site again",
    title: `The photos of your review of ${home} are on the site again`,
    paragraphs: ["We looked at the complaint about them and do not agree with it."],
    link: ACCOUNT,
  })),
  "rules-reminder": email(z.object({}), () => ({
    subject: "The rules of this site",
    title: "A reminder of our rules",
    paragraphs: [
      "The law asks us to remind everyone with an account of our rules every three months. You do not need to do anything.",
      "If you break these rules, we may take down what you published and close your account:",
    ],
    items: [
      {
        text: "In short: write what you lived through yourself, truthfully, and without other people's private data.",
        links: [
          { path: "/terms", label: "Terms of Use" },
          { path: "/review-policy", label: "Review Policy" },
          { path: "/privacy", label: "Privacy" },
        ],
      },
    ],
    link: { path: "/account", label: "Open your account" },
    note: "If you do not want this account any more, open it and press “Delete my account”.",
  })),
  "grievance-arrived": email(forOfficer, ({ ticket, ground, writer, acknowledgeBy, decideBy }) => ({
    subject: `Complaint ${ticket}: ${GRIEVANCE_GROUNDS[ground]}`,
    title: `Complaint ${ticket} has arrived`,
    paragraphs: [
      `Ground: ${GRIEVANCE_GROUNDS[ground]}. Sent by: ${GRIEVANCE_WRITERS[writer]}.`,
      `Acknowledge it by ${acknowledgeBy}, and decide by ${decideBy}.`,
    ],
    link: DESK,
  })),
  "grievance-due": email(forOfficer, ({ ticket, ground, acknowledgeBy, decideBy, acknowledgedAt }) => ({
    subject: `Complaint ${ticket} is due`,
    title: `Complaint ${ticket} is due`,
    paragraphs: [
      acknowledgedAt ? `Decide it by ${decideBy}.` : `Acknowledge it by ${acknowledgeBy}, and decide by ${decideBy}.`,
      `Ground: ${GRIEVANCE_GROUNDS[ground]}.`,
    ],
    link: DESK,
  })),
} satisfies Record<string, (fields: unknown, siteUrl: string) => Wording>;

export type EmailTemplate = keyof typeof EMAILS;

export function isQueuedEmail(template: string): template is EmailTemplate {
  return Object.hasOwn(EMAILS, template);
}

/** Renders a queued email. Throws if `fields` do not match the template. */
export function writeQueuedEmail(
  template: EmailTemplate,
  fields: unknown,
  siteUrl: string,
  siteName: string,
): RenderedEmail {
  return write(EMAILS[template](fields, siteUrl), siteUrl, siteName);
}

function keysOf<Table extends object>(table: Table) {
  return Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
}

function newReviews(count: number): string {
  return count === 1 ? "1 new review" : `${count} new reviews`;
}
