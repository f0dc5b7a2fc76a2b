import type { HomeFigures, HomeSummary } from "~/domain/home";
import { countOf, depositBack, recommendShare, waitingText } from "~/domain/home-figures";
import { question } from "~/domain/questions";
import { NO_COMMENT } from "~/domain/review";
import { counted } from "~/ui/counted";

/** The longest title of a page, in characters. */
export const MAX_TITLE = 75;

export function reviewCount(count: number): string {
  return counted(count, "review");
}

export function homeCount(count: number): string {
  return counted(count, "home");
}

/** Returns a text such as "3 of 8 deposits back in full, 5 still waiting"; null for fewer than three answers. (spec 10) */
export function depositText(figures: HomeFigures): string | null {
  const back = depositBack(figures);
  return back && [`${countOf(back)} ${DEPOSITS_BACK}`, waitingText(back)].filter(Boolean).join(", ");
}

/** Follows a count such as "3 of 8". */
const DEPOSITS_BACK = "deposits back in full";

/** Returns a text such as "7 of 9 would recommend"; null for fewer than three answers. (spec 10) */
export function recommendText(recommend: HomeSummary["recommend"]): string | null {
  const share = recommendShare(recommend);
  if (share === null) return null;
  return share.yes === 0
    ? `None of ${share.answers} would recommend`
    : `${share.yes} of ${share.answers} would recommend`;
}

/** One line about a home in a list: how many would recommend it, or a quote. */
interface Highlight {
  text: string;
  /** Whether the text is a tenant's own words. */
  isQuote: boolean;
}

/** Returns how many would recommend a home, or else how its newest review begins. (spec 10) */
export function highlightOf({ recommend, excerpt }: Pick<HomeSummary, "recommend" | "excerpt">): Highlight {
  const text = recommendText(recommend);
  if (text !== null) return { text, isQuote: false };
  return excerpt.trim() === "" ? { text: NO_COMMENT, isQuote: false } : { text: excerpt.trim(), isQuote: true };
}

/** Returns a text such as "PG / Hostel · A room · ₹8,000–12,000 a month"; "" if nothing is known. (spec 10) */
export function factsText({ property_type: kind, size, rent }: HomeSummary["facts"]): string {
  const rents = rent && question("rent").answers[rent];
  return [kind, size && question("size").answers[size], rents && `${rents} a month`].filter(Boolean).join(" · ");
}

/** Returns a text such as "Tenants moved in from 2019 to 2025". (spec 10) */
export function movedInText({ first, last }: { first: number; last: number }): string {
  return first === last ? `Tenants moved in during ${first}` : `Tenants moved in from ${first} to ${last}`;
}

/** Returns a text such as "HSR Layout, Bengaluru". */
export function placeText({ locality, city }: { locality: string | null; city: string }): string {
  return [locality, city].filter(Boolean).join(", ");
}

/** Cuts a text to at most `length` characters. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
