import type { Review } from "./review";

/** In characters: shorter sentences say little, longer ones would push the cities far down on a phone. */
const LENGTH = { min: 40, max: 120 };
/** Marks invented reviews (supabase/seed.sql). */
const SAMPLE = "Sample: ";

const SENTENCES = new Intl.Segmenter("en-IN", { granularity: "sentence" });

/** One sentence of a review, and the home that it is about. */
export interface Quote extends Pick<Review, "id" | "propertyId" | "propertyName" | "locality" | "city"> {
  text: string;
}

/**
 * Returns a whole sentence of the first review that has one of a readable length, the longest of them. A sentence of an invented review
 * keeps the mark "Sample:". Leaves out reported reviews. Returns null if there is no such sentence. (spec 10)
 */
export function quoteOf(reviews: readonly Review[]): Quote | null {
  for (const { reported, comment, id, propertyId, propertyName, locality, city } of reviews) {
    const text = reported ? undefined : sentenceOf(comment.trim());
    if (text !== undefined) return { text, id, propertyId, propertyName, locality, city };
  }
  return null;
}

function sentenceOf(comment: string): string | undefined {
  const mark = comment.startsWith(SAMPLE) ? SAMPLE : "";
  const [longest] = Array.from(SENTENCES.segment(comment.slice(mark.length)), ({ segment }) => segment.trim())
    .filter(({ length }) => length >= LENGTH.min && length <= LENGTH.max)
    .toSorted((a, b) => b.length - a.length);
  return longest && mark + longest;
}
