export { areReviewsKeptHere } from "~/data/database";

/** What a loader answers in place of reviews when only the visitor's browser has them. (spec 1) */
export const KEPT_IN_BROWSER = "kept-in-browser";
