// What visitors send to a Supabase project: the VisitorActions of visitor-backend.ts, as one download.
export { uploadPhoto } from "./photo-upload";
export { insertReport, prepareReport } from "./reports";
export { checkReviewLimits, insertReview, myStoredSubmission, prepareSubmission } from "./submissions";
export { insertWaitlistEntry } from "./waitlist";
