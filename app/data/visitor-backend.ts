import type { Grievance } from "~/domain/grievance";
import type { HomeSuggestions } from "~/domain/home";
import type { Report } from "~/domain/report";
import type { InsertResult, ReviewSubmission, StoredSubmission, UploadResult } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import type { WaitlistEntry } from "~/domain/waitlist";

/**
 * A visitor's actions in the browser, either with a Supabase project or with local storage only. Features need not know which of
 * the two the site has. page-backend.ts is the web server's counterpart. (spec 1)
 */
export interface VisitorBackend {
  hasAccounts: boolean;
  /** Homes have pages, which the server renders. */
  hasHomePages: boolean;
  /** The server's pages contain reviews. Otherwise the browser reads those that it stored. */
  servesReviews: boolean;
  /** Reports, grievances and waitlist entries can be sent. */
  acceptsForms: boolean;
  /** Downloads the code of all calls on demand. */
  actions(): Promise<VisitorActions>;
}

/** A visitor's calls. Unless noted otherwise, each throws an Error with a message for the visitor if it fails. */
interface VisitorActions {
  /** Downloads the code that sends a review and its photos, while there is a connection. Never throws: a failed download is retried on demand. */
  prepareSubmission(): Promise<void>;
  /** Stores a review of the signed-in visitor. The database sets author, date, display name and the verified mark. (spec 3, 5, 7) */
  insertReview(submission: ReviewSubmission): Promise<InsertResult>;
  /** Checks whether the visitor can publish this review now, before its photos are sent. */
  checkReviewLimits(submission: ReviewSubmission): Promise<"allowed" | "session-expired" | TooMany>;
  /** Returns the visitor's own stored review with this id, or null. */
  myStoredSubmission(reviewId: string): Promise<StoredSubmission | null>;
  /**
   * Stores a photo under `objectName` ("public/…") and returns its public path, which is valid on every site URL. Throws an Error with the
   * storage service's message. (spec 7)
   */
  uploadPhoto(photo: Blob, objectName: string): Promise<UploadResult>;
  /**
   * Downloads the code that sends a report, while there is a connection: some browsers never retry a failed module. Returns "unavailable" if
   * the site has no database. Never throws.
   */
  prepareReport(): "preparing" | "unavailable";
  /** Stores a report, once per device. (spec 3, 7, 8) */
  insertReport(report: Report, fingerprint: string): Promise<"sent" | "already-reported" | "unavailable" | TooMany>;
  /** Stores a report of the reply to a review. (spec 11) */
  insertReplyReport(
    report: Report,
    fingerprint: string,
  ): Promise<"sent" | "already-reported" | "unavailable" | TooMany>;
  /** Adds a name and an email to the referral waitlist. (spec 3, 7, 8) */
  insertWaitlistEntry(entry: WaitlistEntry): Promise<"joined" | "already-registered" | TooMany>;
  /** Files a grievance, once per secret. (spec 11) */
  fileGrievance(grievance: Grievance): Promise<"filed" | TooMany>;
  /** Returns homes, localities and cities that match a typed name, in one city or (null) everywhere. Rejects if `signal` aborts. (spec 10) */
  suggestHomes(term: string, city: string | null, signal: AbortSignal): Promise<HomeSuggestions>;
}

const supabaseBackend: VisitorBackend = {
  hasAccounts: true,
  hasHomePages: true,
  servesReviews: true,
  acceptsForms: true,
  actions: () => import("./supabase-actions"),
};

const localBackend: VisitorBackend = {
  hasAccounts: false,
  hasHomePages: false,
  servesReviews: false,
  acceptsForms: false,
  actions: () => import("./local-actions"),
};

/**
 * Returns the backend of a site with this configuration. In a browser, the default is the configuration of the page; on the server,
 * callers pass that of the root loader.
 */
export function visitorBackend(config = typeof window === "undefined" ? undefined : window.__gharsach): VisitorBackend {
  return config?.backend === "browser" ? localBackend : supabaseBackend;
}
