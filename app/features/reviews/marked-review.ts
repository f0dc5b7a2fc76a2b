import { createContext } from "react";

/** The id of the review that the address points at (`#review-…` or `?review=`), for the card that shows it. */
export const MarkedReviewContext = createContext<string | null>(null);
