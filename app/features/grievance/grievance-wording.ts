import type { GrievanceField, GrievanceProblem } from "~/domain/grievance-check";
import { MAX_GRIEVANCE_EMAIL_LENGTH, MAX_GRIEVANCE_LENGTH, MAX_PAGE_LENGTH } from "~/domain/grievance";
import type { ToastMessage } from "~/ui/toast";

/** Must match the defaults of the deadlines in private.settings. */
export const CLOCKS = [
  "A person reads every complaint within 24 hours and decides it within 7 days.",
  "About private data, threats or impersonation: within 36 hours.",
  "An order of a court or the government: within 3 hours.",
  "About nudity, or sexual or morphed images: within 2 hours. The first such complaint hides the photos of its review until then.",
];

export const FIELD_MESSAGES = {
  writer: { missing: "Choose who you are." },
  ground: { missing: "Choose what it is about." },
  page: { missing: "Say which page it is about.", "too-long": `Use at most ${MAX_PAGE_LENGTH} characters.` },
  words: {
    missing: "Say what is wrong.",
    "too-long": `Use at most ${MAX_GRIEVANCE_LENGTH.toLocaleString("en-IN")} characters.`,
  },
  email: {
    missing: "Enter your email.",
    "too-long": `Use at most ${MAX_GRIEVANCE_EMAIL_LENGTH} characters.`,
    invalid: "Use the form name@example.com, without spaces.",
  },
} satisfies Record<GrievanceField, Partial<Record<GrievanceProblem, string>>>;

export const FILED_TOAST: ToastMessage = {
  title: "Complaint Received",
  description: "We have emailed you. This page shows where it stands.",
};
