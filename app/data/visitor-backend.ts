import type { Grievance } from "~/domain/grievance";
import type { HomeSuggestions } from "~/domain/home";
import type { Report } from "~/domain/report";
import type { InsertResult, ReviewSubmission, StoredSubmission, UploadResult } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import type { WaitlistEntry } from "~/domain/waitlist";

/**
 * What a visitor can do on this site: with a Supabase project, or with local storage alone. Pages and features ask it and never
 * which of the two there is. The web server's counterpart is page-backend.ts. (spec 1)
 */
export interface VisitorBackend {
  hasAccounts: boolean;
  /** Homes have pages, which the server renders. */
  hasHomePages: boolean;
  /** Pages from the server contain their reviews. Otherwise the browser reads the reviews that it stored itself. */
  servesReviews: boolean;
  /** Reports, complaints and waitlist entries can be sent. */
  acceptsForms: boolean;
  /** Downloads the code of everything that visitors send and ask. */
  actions(): Promise<VisitorActions>;
}

/** What visitors send and ask. Each throws an Error with a sentence for the visitor if it is refused or does not arrive. */
interface VisitorActions {
  /**
   * Downloads the code that sends a review and its photos while there is a connection, which may be gone when the form is
   * sent. Never throws: what is missing then is tried again when it is needed.
   */
  prepareSubmission(): Promise<void>;
  /**
   * Stores one review in the signed-in visitor's name; author, date, display name and the verified mark are set by the
   * database. (spec 3, 5, 7)
   */
  insertReview(submission: ReviewSubmission): Promise<InsertResult>;
  /** Whether the visitor may publish this review now: asked before its photos are sent. */
  checkReviewLimits(submission: ReviewSubmission): Promise<"allowed" | "session-expired" | TooMany>;
  /** The visitor's own stored review with this id, null when there is none. */
  myStoredSubmission(reviewId: string): Promise<StoredSubmission | null>;
  /**
   * Stores a photo under `objectName` ("public/…") and resolves to its public path, which holds on every site address.
   * Throws an Error with the storage service's own sentence. (spec 7)
   */
  uploadPhoto(photo: Blob, objectName: string): Promise<UploadResult>;
  /**
   * Downloads the code that sends a report while there is a connection: some browsers never ask again for a part of a
   * program that they once failed to get. "unavailable" where the site has no database. Never throws.
   */
  prepareReport(): "preparing" | "unavailable";
  /** Stores a report, once for each device. (spec 3, 7, 8) */
  insertReport(report: Report, fingerprint: string): Promise<"sent" | "already-reported" | "unavailable" | TooMany>;
  /** The same for the reply under a review. (spec 11) */
  insertReplyReport(
    report: Report,
    fingerprint: string,
  ): Promise<"sent" | "already-reported" | "unavailable" | TooMany>;
  /** Adds a name and an e-mail to the referral waitlist. (spec 3, 7, 8) */
  insertWaitlistEntry(entry: WaitlistEntry): Promise<"joined" | "already-registered" | TooMany>;
  /** Files a complaint, once for each secret. (spec 11) */
  fileGrievance(grievance: Grievance): Promise<"filed" | TooMany>;
  /**
   * Homes, localities and cities whose name a visitor may be typing, in one city or (null) everywhere. Rejects also when
   * `signal` is aborted. (spec 10)
   */
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
 * Returns the backend of a site with this configuration. In a browser, the default is what the page carries; on the server, give
 * that of the root loader.
 */
export function visitorBackend(config = typeof window === "undefined" ? undefined : window.__gharsach): VisitorBackend {
  return config?.backend === "browser" ? localBackend : supabaseBackend;
}
