import type { Review } from "./review";

/** In characters: shorter sentences say little, longer ones would push the cities off a phone's screen. */
const LENGTH = { min: 35, max: 120 };
/** Marks invented reviews (supabase/seed.sql). */
const SAMPLE = "Sample: ";

const SENTENCES = new Intl.Segmenter("en-IN", { granularity: "sentence" });

/** One sentence of a review, and the home that it is about. */
export interface Quote extends Pick<Review, "id" | "propertyId" | "propertyName" | "locality" | "city"> {
  text: string;
}

/**
 * Returns one whole sentence of the first review that has one of a readable length. A sentence of an invented review
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
  return Array.from(SENTENCES.segment(comment.slice(mark.length)), ({ segment }) => mark + segment.trim()).find(
    ({ length }) => length >= LENGTH.min && length <= LENGTH.max,
  );
}
