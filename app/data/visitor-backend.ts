import type { Grievance } from "~/domain/grievance";
import type { HomeSuggestions } from "~/domain/home";
import type { Report } from "~/domain/report";
import type { InsertResult, ReviewSubmission, StoredSubmission, UploadResult } from "~/domain/submission";
import type { TooMany } from "~/domain/too-many";
import type { WaitlistEntry } from "~/domain/waitlist";

/**
 * What this site lets a visitor do, in the browser: with a Supabase project, or with local storage alone. Features use it
 * and never ask which of the two they have. Its other half, on the web server, is page-backend.ts. (spec 1)
 */
export interface VisitorBackend {
  /** Whether visitors can have accounts. */
  hasAccounts: boolean;
  /** Whether homes have pages of their own: the server renders them from the database. */
  hasHomePages: boolean;
  /** Whether a page from the server lacks its reviews, so that the browser reads them when it hydrates the page. */
  readsOnHydration: boolean;
  /** Reads the reviews of a page: as the server's loader does, or `here`. */
  readReviews<Loaded>(fromServer: () => Promise<Loaded>, here: () => Promise<Loaded>): Promise<Loaded>;
  /** The code of everything that visitors send and ask, downloaded when first needed. */
  actions(): Promise<VisitorActions>;
}

/** What visitors send and ask. Everything throws an Error with a sentence for the visitor when it is refused or does not arrive. */
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
  readsOnHydration: false,
  readReviews: (fromServer) => fromServer(),
  actions: () => import("./supabase-actions"),
};

const localBackend: VisitorBackend = {
  hasAccounts: false,
  hasHomePages: false,
  readsOnHydration: true,
  readReviews: (_, here) => here(),
  actions: () => import("./local-actions"),
};

/** The backend of this site, as the page says. The server, which is no visitor's browser, has none of its own to read. */
export function visitorBackend(): VisitorBackend {
  return typeof window !== "undefined" && window.__gharsach?.backend === "browser" ? localBackend : supabaseBackend;
}
