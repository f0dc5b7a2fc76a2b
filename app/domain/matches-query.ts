import { ALTERNATE_NAMES, cityKey } from "./cities";
import { fold } from "./fold";
import { groupBy } from "./group-by";
import { slug } from "./home";
import { QUESTIONS } from "./questions";
import type { Review } from "./review";
import type { ReviewQuery } from "./review-query";
import table from "./search-words.json";
import { SEARCH_WORDS, type SearchPart, understandSearch } from "./understand-search";

/** Each word is compared with every review. */
const MAX_SEARCH_WORDS = 10;

/**
 * Returns a function that checks whether a review matches: its home is in the city, in a band of the rent and has each kind and answer; each
 * word of the search is in its names or its comment; and it is verified if the query asks for that. `reviews` are all visible ones, `parts`
 * the search as understood. Must match browse_properties in the database. (spec 5, 10)
 */
export function matcher(
  { search, city, sort }: ReviewQuery,
  reviews: readonly Review[],
  parts: readonly SearchPart[] = understandSearch(search, city, reviews),
): (review: Review) => boolean {
  const isHere = isInCity(city, parts);
  const words = wordsOf(parts);
  const filters = parts.filter(({ meaning }) => ["rent", "kind", "answer"].includes(meaning));
  const homes = groupBy(filters.length > 0 ? reviews : [], ({ propertyId }) => propertyId);
  const passing = new Set([...homes].filter(([, ofHome]) => passes(ofHome, filters)).map(([id]) => id));
  return (review) => {
    if (sort === "verified" && !review.verified) return false;
    if (!isHere(review) || (filters.length > 0 && !passing.has(review.propertyId))) return false;
    if (words.length === 0) return true;
    const { names, comment } = textsOf(review);
    return words.every((word) => names.includes(word) || comment.includes(word));
  };
}

/** Returns a function that checks whether a review is about the chosen city, or if none is chosen about that of the search. */
export function isInCity(chosen: string, parts: readonly SearchPart[]): (review: Review) => boolean {
  const city = chosen || parts.find(({ meaning }) => meaning === "city")?.value || "";
  return (review) => city === "" || cityKey(review.city) === cityKey(city);
}

/** Returns the words of a search, at most ten, without those that are part of another. */
function wordsOf(parts: readonly SearchPart[]): string[] {
  const telling = parts.filter(({ meaning }) => meaning !== "filler");
  const words = [...new Set((telling.length > 0 ? telling : parts).map(({ word }) => word).filter(Boolean))];
  return words
    .filter((word) => !words.some((longer) => longer !== word && longer.includes(word)))
    .slice(0, MAX_SEARCH_WORDS);
}

const KNOWN_TEXTS = new WeakMap<Review, { names: string; comment: string }>();

/** Returns the texts that searches look through: the names, and the comment followed by its topics ("#WATER "). */
export function textsOf(review: Review): { names: string; comment: string } {
  const known = KNOWN_TEXTS.get(review);
  if (known) return known;
  const comment = searchText(review.comment);
  const topics = Object.entries<string>(table.topics)
    .filter(([, beginnings]) => beginnings.split("|").some((beginning) => comment.includes(` ${beginning}`)))
    .map(([topic]) => `#${slug(topic).toUpperCase()} `);
  const names = searchText([review.propertyName, review.locality, review.city].join("\n"));
  const texts = { names, comment: comment + topics.join("") };
  KNOWN_TEXTS.set(review, texts);
  return texts;
}

/** The folded names of each city that has several. */
const NAMES_OF_CITIES = [...groupBy(Object.entries<string>(ALTERNATE_NAMES), ([, city]) => city)].map(([city, names]) =>
  [city, ...names.map(([name]) => name)].map((name) => ` ${fold(name)} `),
);

/**
 * Folds a text, with a space before and after, and appends the other names of the cities in it and what its abbreviations equal, so that
 * "Bangalore" finds "Bengaluru". Must match private.search_text in the database. (spec 2)
 */
function searchText(text: string): string {
  const words = ` ${fold(text)} `;
  const others = NAMES_OF_CITIES.filter((names) => names.some((name) => words.includes(name)))
    .flat()
    .filter((name) => !words.includes(name));
  const equals = EQUALS.filter(([abbreviation]) => words.includes(` ${abbreviation} `)).map(([, value]) => `${value} `);
  return words + others.join("") + [...new Set(equals)].join("");
}

const EQUALS = [...SEARCH_WORDS]
  .filter(([, { meaning, value }]) => meaning === "equal" && !value.includes(" "))
  .map(([abbreviation, { value }]) => [abbreviation, value] as const);

/** The lower bounds of the answers to `rent`, and the upper bound of the last. */
const RENT_BOUNDS = [0, 5000, 8000, 12_000, 18_000, 25_000, 35_000, 50_000, 75_000, 100_000, Infinity];
const RENT_ANSWERS = Object.keys(QUESTIONS.rent.answers);

/** Returns whether a home, given all its reviews, passes every filter: by its traits, or by its names if they state them. */
function passes(reviews: readonly Review[], filters: readonly SearchPart[]): boolean {
  const traits = traitsOf(reviews);
  const names = reviews[0] ? textsOf(reviews[0]).names : "";
  const bands = reviews.map(({ answers }) => RENT_ANSWERS.indexOf(answers.rent ?? "")).filter((band) => band >= 0);
  const lowest = Math.min(...bands);
  return filters.every(({ meaning, value }) => {
    if (meaning !== "rent") return traits.has(value) || (/^(kind|for|size):/.test(value) && says(names, value));
    const [from = 0, to = 0] = value.split("-").map(Number);
    return (RENT_BOUNDS[lowest] ?? Infinity) < to && (RENT_BOUNDS[lowest + 1] ?? 0) > from;
  });
}

/** Returns "question:answer" for the most frequent answers to each question, and all sizes that were answered. */
function traitsOf(reviews: readonly Review[]): Set<string> {
  const counts = [...groupBy(reviews.flatMap(traitsOfReview), (trait) => trait)].map(([trait, all]) => ({
    ...{ trait, question: trait.split(":")[0], count: all.length },
  }));
  const most = counts.filter((one) => !counts.some((more) => more.question === one.question && more.count > one.count));
  return new Set([...most.map(({ trait }) => trait), ...reviews.map(({ answers }) => `size:${answers.size ?? ""}`)]);
}

const KINDS: Readonly<Record<string, string>> = {
  "PG / Hostel": "kind:pg",
  "Shared Room": "kind:pg",
  Apartment: "kind:flat",
  "Independent House": "kind:house",
  Villa: "kind:house",
};
const PHRASES = groupBy([...SEARCH_WORDS], ([, { value }]) => value);
/** What comments say about a home if the review does not answer the question. */
const SAID = [...PHRASES.keys()].filter((value) => /^(for|size):/.test(value));

function traitsOfReview(review: Review): string[] {
  const answers = Object.entries(review.answers).map(([question, answer]) => {
    if (question === "food" && answer !== "none") return "food:yes";
    return question === "property_type" ? (KINDS[answer] ?? "") : `${question}:${answer}`;
  });
  const said = SAID.filter((value) => !(value.replace(/:.*/, "") in review.answers));
  return [...answers, ...said.filter((value) => says(textsOf(review).comment, value, / /))];
}

/** Returns whether a text contains as whole words a phrase with this value that has the `form`. */
function says(text: string, value: string, form = /./): boolean {
  return PHRASES.get(value)?.some(([words]) => form.test(words) && text.includes(` ${words} `)) ?? false;
}
