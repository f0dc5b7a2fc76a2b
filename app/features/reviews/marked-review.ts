import { createContext } from "react";

/** The id of the review that the address points at (`#review-…` or `?review=`), for the card that shows it. */
export const MarkedReviewContext = createContext<string | null>(null);

/** How the words of the topic begin that the address asks for; null where it asks for none. */
export const TopicWordsContext = createContext<readonly string[] | null>(null);
