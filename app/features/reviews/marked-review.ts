import { createContext } from "react";

/** The id of the review in the URL (`#review-…` or `?review=`), which its card highlights. */
export const MarkedReviewContext = createContext<string | null>(null);

/** The word stems of the topic in the URL; null without a topic. */
export const TopicWordsContext = createContext<readonly string[] | null>(null);
