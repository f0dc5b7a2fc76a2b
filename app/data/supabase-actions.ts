// The VisitorActions (visitor-backend.ts) of a site with a Supabase project, as one download.
export { uploadPhoto } from "./photo-upload";
export { insertReplyReport } from "./replies";
export { insertReport, prepareReport } from "./reports";
export { checkReviewLimits, insertReview, myStoredSubmission, prepareSubmission } from "./submissions";
export { fileGrievance } from "./visitor-grievances";
export { suggestHomes } from "./visitor-suggestions";
export { insertWaitlistEntry } from "./waitlist";
