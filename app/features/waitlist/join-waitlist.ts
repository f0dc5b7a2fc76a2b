import { visitorBackend } from "~/data/visitor-backend";
import { plainLine } from "~/domain/plain-text";
import {
  checkWaitlistEntry,
  MAX_WAITLIST_EMAIL_LENGTH,
  MAX_WAITLIST_NAME_LENGTH,
  type WaitlistEntry,
  type WaitlistField,
  type WaitlistProblem,
} from "~/domain/waitlist";
import type { ToastMessage } from "~/ui/toast";

export type WaitlistOutcome = WaitlistProblem["kind"] | "joined" | "already-registered" | "too-many-attempts";

export interface WaitlistAnswer {
  outcome: WaitlistOutcome;
  /** Null if the outcome is shown beside or below the fields. */
  toast: ToastMessage | null;
  messages: FieldMessages;
  /** Shown below the fields: why the entry was rate limited, and when to retry. Empty for other outcomes. */
  refusal: string;
}

/** The messages beside the fields at fault. */
export type FieldMessages = Partial<Record<WaitlistField, string>>;

/** Checks the entry and adds it to the referral waitlist. Throws if the database cannot be reached. (spec 5, 7, 8) */
export async function joinWaitlist(entry: WaitlistEntry): Promise<WaitlistAnswer> {
  const problem = checkWaitlistEntry(entry);
  if (problem) return answerFor(problem.kind, messagesFor(problem));
  const { insertWaitlistEntry } = await visitorBackend().actions();
  const result = await insertWaitlistEntry({ name: plainLine(entry.name), email: plainLine(entry.email) });
  if (typeof result === "string") return answerFor(result);
  return { ...answerFor(result.outcome), refusal: `Too many attempts. ${result.sentence}` };
}

function answerFor(outcome: WaitlistOutcome, messages: FieldMessages = {}): WaitlistAnswer {
  return { outcome, toast: WAITLIST_TOASTS[outcome], messages, refusal: "" };
}

function messagesFor(problem: WaitlistProblem): FieldMessages {
  const messages: FieldMessages = FIELD_MESSAGES[problem.kind];
  return Object.fromEntries(problem.fields.map((field) => [field, messages[field]]));
}

const WAITLIST_TOASTS: Record<WaitlistOutcome, ToastMessage | null> = {
  missing: {
    title: "Missing Information",
    description: "Please provide both name and email.",
    variant: "destructive",
  },
  "too-long": null,
  "invalid-email": null,
  joined: {
    title: "Successfully Joined!",
    description: "We'll notify you when the referral program launches.",
  },
  "already-registered": {
    title: "Submission Failed",
    description: "This email is already registered for updates.",
    variant: "destructive",
  },
  "too-many-attempts": null,
};

const FIELD_MESSAGES = {
  missing: { name: "Enter your name.", email: "Enter your email." },
  "too-long": {
    name: `Use at most ${MAX_WAITLIST_NAME_LENGTH} characters.`,
    email: `Use at most ${MAX_WAITLIST_EMAIL_LENGTH} characters.`,
  },
  "invalid-email": { email: "Use the form name@example.com, without spaces." },
} satisfies Record<WaitlistProblem["kind"], FieldMessages>;
