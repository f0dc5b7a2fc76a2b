import { isKeyOf, TOPICS } from "./enumerations";
import { answerInWords, type Answers, question, type QuestionKey } from "./questions";

/** The keys stand in addresses and are understood by home_reviews in the database. */
export const HOME_SORTS = {
  newest: "Newest",
  highest: "Highest",
  lowest: "Lowest",
} as const;
type HomeSort = keyof typeof HOME_SORTS;

/** The questions by whose answers a home's reviews are filtered: of those that have no column. */
export const FILTER_QUESTIONS = ["deposit_back", "size"] as const satisfies QuestionKey[];

/** Which of a home's reviews a visitor wants to read. */
export interface HomeQuery {
  sort: HomeSort;
  /** 1 to 5; null for all. */
  stars: number | null;
  /** A review is verified exactly when it has photos. */
  withPhotos: boolean;
  /** To FILTER_QUESTIONS; without a question for all. */
  answers: Answers;
  /** The year in which the tenant moved in; null for all. */
  year: number | null;
  /** What comments talk about, as the figures of a home name it; null for all. */
  topic: string | null;
}

/** A page of more would take longer to render than one of the list. */
export const REVIEWS_PER_HOME_PAGE = 10;

/** The newest of all. */
export const ALL_REVIEWS: HomeQuery = {
  sort: "newest",
  stars: null,
  withPhotos: false,
  answers: {},
  year: null,
  topic: null,
};

/** The newest of those with photos. */
export const WITH_PHOTOS: HomeQuery = { ...ALL_REVIEWS, withPhotos: true };

/**
 * Reads ?sort=, ?stars=, ?photos=, ?year=, ?topic= and the FILTER_QUESTIONS. Never fails: what makes no sense counts as not given.
 * What it reads stands in the `handle` of its route.
 */
export function parseHomeQuery(searchParams: URLSearchParams): HomeQuery {
  const sort = searchParams.get("sort");
  const stars = searchParams.get("stars") ?? "";
  const year = searchParams.get("year") ?? "";
  const topic = searchParams.get("topic") ?? "";
  const given = FILTER_QUESTIONS.map((key) => [key, searchParams.get(key)] as const);
  return {
    sort: isKeyOf(HOME_SORTS, sort) ? sort : "newest",
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    withPhotos: searchParams.get("photos") === "1",
    answers: Object.fromEntries(
      given.filter(([key, answer]) => isKeyOf(question(key).answers, answer) && answerInWords(key, answer) !== null),
    ),
    year: /^(?:19|20)\d\d$/.test(year) ? Number(year) : null,
    topic: TOPICS.includes(topic) ? topic : null,
  };
}

/** How many filters are chosen: with none, it leaves no review out. */
export function filterCount(query: HomeQuery): number {
  return new URLSearchParams(homeQueryString({ ...query, sort: "newest" })).size;
}

/**
 * The query as the end of an address, "?sort=…&stars=…&photos=1", or "" when it asks for everything in the usual order.
 * `extra` parameters follow; empty ones are left out, as are defaults. The inverse of parseHomeQuery.
 */
export function homeQueryString(query: HomeQuery, extra: Record<string, string | null | undefined> = {}): string {
  const { sort, stars, withPhotos, answers, year, topic } = query;
  const asked = {
    ...{ sort: sort !== "newest" && sort, stars, photos: withPhotos && "1" },
    ...{ ...answers, year, topic, ...extra },
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) params.set(name, String(value));
  return params.size === 0 ? "" : `?${params}`;
}
