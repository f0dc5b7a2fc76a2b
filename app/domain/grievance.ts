// server/emails imports this file without a build, so this file imports nothing. The keys are stored and must match the checks in
// supabase/schemas/14_grievances.sql.

export const GRIEVANCE_WRITERS = {
  tenant: "A tenant",
  owner: "An owner, landlord or manager of a home",
  other: "Someone else it affects",
  authority: "A court or an authority",
} as const;
export type GrievanceWriter = keyof typeof GRIEVANCE_WRITERS;

export const GRIEVANCE_GROUNDS = {
  untrue: "It is untrue",
  "private-data": "It shows someone's private data",
  nudity: "It shows nudity, or sexual or morphed images",
  threat: "It threatens or abuses someone",
  impersonation: "Its writer pretends to be someone else",
  copyright: "It copies my text or picture",
  order: "A court or the government orders it",
  other: "Something else",
} as const;
export type GrievanceGround = keyof typeof GRIEVANCE_GROUNDS;

export const GRIEVANCE_OUTCOMES = {
  upheld: "We agree",
  partly: "We agree in part",
  refused: "We do not agree",
} as const;
export type GrievanceOutcome = keyof typeof GRIEVANCE_OUTCOMES;

export interface GrievanceOfficer {
  name: string;
  email: string;
  /** The postal address. */
  address?: string;
}

/** Returns the URL of the form for a grievance about this review. */
export function grievancePath(reviewId: string): string {
  return `/grievance?page=${encodeURIComponent(`/reviews#review-${reviewId}`)}`;
}

/** In characters. Must match the checks of private.grievances in the database. */
export const MAX_PAGE_LENGTH = 500;
export const MAX_GRIEVANCE_LENGTH = 4000;
export const MAX_GRIEVANCE_EMAIL_LENGTH = 320;

/** A grievance. The secret, a random UUID, opens its status page. */
export interface Grievance {
  secret: string;
  writer: GrievanceWriter;
  ground: GrievanceGround;
  page: string;
  words: string;
  email: string;
}

/** A grievance as its writer sees it. Times are Unix milliseconds. */
export interface GrievanceStatus {
  ticket: string;
  writer: GrievanceWriter;
  ground: GrievanceGround;
  /** Page and words are null until an operator acknowledges the grievance. */
  page: string | null;
  words: string | null;
  receivedAt: number;
  acknowledgeBy: number;
  decideBy: number;
  acknowledgedAt: number | null;
  decision: { at: number; outcome: GrievanceOutcome; clause: string | null; sentence: string } | null;
}
