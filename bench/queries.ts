import { CITIES } from "./homes.ts";
import { COMMON_WORD, FREQUENT_WORDS, RARE_WORDS } from "./words.ts";

/** What the address of the list asks for: `ReviewQuery` of app/domain/review-query.ts, and a cursor. */
export interface Question {
  search: string;
  city: string;
  sort: "recent" | "rating" | "verified";
  after: string | null;
}

export type QueryName = (typeof QUERY_NAMES)[number];

export const QUERY_NAMES = [
  "first page",
  "one city",
  "rare word",
  "common word",
  "word + city",
  "highest rated",
  "verified only",
  "page 200",
] as const;

/** How many pages lie before the one that is reached by cursor. */
export const PAGES_BEFORE = 199;

/** Must match GROUPS_PER_PAGE and REVIEWS_PER_GROUP in app/domain/property-group.ts. */
export const PAGE_SIZE = 20;
export const REVIEWS_PER_GROUP = 6;

const FIRST_PAGE: Question = { search: "", city: "", sort: "recent", after: null };

const COMMON_WORDS = [COMMON_WORD, ...FREQUENT_WORDS.slice(0, 3)];
const LARGEST_CITIES = CITIES.slice(0, 20);

/**
 * The questions behind each of the eight queries, asked in turn: with other words and cities each time, so that no answer
 * is the one before.
 */
export function questions(cursors: readonly string[]): Record<QueryName, Question[]> {
  return {
    "first page": [FIRST_PAGE],
    "one city": LARGEST_CITIES.map((city) => ({ ...FIRST_PAGE, city })),
    "rare word": RARE_WORDS.map((search) => ({ ...FIRST_PAGE, search })),
    "common word": COMMON_WORDS.map((search) => ({ ...FIRST_PAGE, search })),
    "word + city": LARGEST_CITIES.flatMap((city, index) =>
      [COMMON_WORD, FREQUENT_WORDS[index % FREQUENT_WORDS.length] ?? COMMON_WORD].map((search) => ({
        ...FIRST_PAGE,
        search,
        city,
      })),
    ),
    "highest rated": ["", ...LARGEST_CITIES].map((city) => ({ ...FIRST_PAGE, city, sort: "rating" })),
    "verified only": ["", ...LARGEST_CITIES].map((city) => ({ ...FIRST_PAGE, city, sort: "verified" })),
    "page 200": cursors.map((after) => ({ ...FIRST_PAGE, after })),
  };
}

/** The address of the list that asks this. Must match reviewQueryString in app/domain/review-query.ts. */
export function addressOf({ search, city, sort, after }: Question): string {
  const parameters = new URLSearchParams();
  const given = { q: search, city, sort: sort === "recent" ? "" : sort, after: after ?? "" };
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value);
  return parameters.size === 0 ? "/reviews" : `/reviews?${parameters}`;
}
