// What visitors send to and ask a Supabase project: the VisitorActions of visitor-backend.ts, as one download.
export { uploadPhoto } from "./photo-upload";
export { insertReplyReport } from "./replies";
export { insertReport, prepareReport } from "./reports";
export { checkReviewLimits, insertReview, myStoredSubmission, prepareSubmission } from "./submissions";
export { fileGrievance } from "./visitor-grievances";
export { suggestHomes } from "./visitor-suggestions";
export { insertWaitlistEntry } from "./waitlist";
