// The server imports this file without a build, so this file imports only types.
import type { GrievanceOfficer } from "./grievance.ts";

/** What an operator sets about the site, besides its URL. */
export interface Site {
  name: string;
  /** Where visitors write to. */
  contactEmail: string;
  /** The sender of emails. */
  mailFrom: { name: string; address: string };
  /** Null if no grievance officer is named. */
  grievanceOfficer: GrievanceOfficer | null;
  /** Whether deletions first seal what they delete (RETENTION_KEY). */
  sealsDeletions: boolean;
}

export const DEFAULT_NAME = "GharSach";
export const DEFAULT_EMAIL = "hello@gharsach.in";

/** Returns the grievance officer or, until one is named, the site itself. */
export function contactOf({ name, contactEmail, grievanceOfficer }: Site): GrievanceOfficer {
  return grievanceOfficer ?? { name, email: contactEmail };
}
