import { insertLocalReview, localReview } from "./local-reviews";
import { setCacheBypassCookie } from "./cache-bypass-cookie";
import { rowToInsert } from "./review-row";
import type { StoredSubmission } from "~/domain/submission";
import type { HomeSuggestions } from "~/domain/home";
import type { ReviewSubmission } from "~/domain/submission";

// The VisitorActions (visitor-backend.ts) of a site without a database. Only reviews can be stored, in this browser. (spec 1)

export async function prepareSubmission(): Promise<void> {}

export async function insertReview(submission: ReviewSubmission): Promise<"saved" | "id-taken"> {
  const result = insertLocalReview(rowToInsert(submission), new Date());
  setCacheBypassCookie();
  return result;
}

export async function checkReviewLimits(): Promise<"allowed"> {
  return "allowed";
}

export async function myStoredSubmission(reviewId: string): Promise<StoredSubmission | null> {
  return localReview(reviewId);
}

export async function uploadPhoto(): Promise<never> {
  throw new Error("Photos need a database connection.");
}

export function prepareReport(): "unavailable" {
  return "unavailable";
}

export async function insertReport(): Promise<"unavailable"> {
  return "unavailable";
}

export async function insertReplyReport(): Promise<"unavailable"> {
  return "unavailable";
}

export async function insertWaitlistEntry(): Promise<never> {
  throw new Error("Database connection is required.");
}

export async function fileGrievance(): Promise<never> {
  throw new Error("Database connection is required.");
}

/** Suggests nothing: without a database, homes have no pages. */
export async function suggestHomes(): Promise<HomeSuggestions> {
  return { homes: [], localities: [], cities: [] };
}
