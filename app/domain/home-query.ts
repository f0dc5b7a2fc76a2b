import { isKeyOf, TOPICS } from "./enumerations";
import { answerInWords, type Answers, question, type QuestionKey } from "./questions";

/** Keys are in URLs and must match home_reviews in the database. */
export const HOME_SORTS = {
  newest: "Newest",
  highest: "Highest",
  lowest: "Lowest",
} as const;
type HomeSort = keyof typeof HOME_SORTS;

/** The questions whose answers filter a home's reviews. home_reviews supports only questions without a column in public.reviews. */
export const FILTER_QUESTIONS = ["deposit_back", "size"] as const satisfies QuestionKey[];

/** The filters and the order of a home's reviews. */
export interface HomeQuery {
  sort: HomeSort;
  /** 1 to 5; null for all. */
  stars: number | null;
  /** Only verified reviews: a review is verified if and only if it has photos. */
  withPhotos: boolean;
  /** Answers to FILTER_QUESTIONS; a missing question filters nothing. */
  answers: Answers;
  /** The year of moving in; null for all. */
  year: number | null;
  /** A topic of the home's figures; null for all. */
  topic: string | null;
}

/** More reviews would take longer to render than a page of the review list. */
export const REVIEWS_PER_HOME_PAGE = 10;

export const ALL_REVIEWS: HomeQuery = {
  sort: "newest",
  stars: null,
  withPhotos: false,
  answers: {},
  year: null,
  topic: null,
};

export const WITH_PHOTOS: HomeQuery = { ...ALL_REVIEWS, withPhotos: true };

/**
 * Parses ?sort=, ?stars=, ?photos=, ?year=, ?topic= and the FILTER_QUESTIONS. Ignores invalid values, never throws. The route's
 * `handle` names the same parameters.
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

export function filterCount(query: HomeQuery): number {
  return new URLSearchParams(homeQueryString({ ...query, sort: "newest" })).size;
}

/**
 * Formats the query as "?sort=…&stars=…&photos=1", or "" without filters in the default order. `extra` parameters follow; empty ones
 * are left out. The inverse of parseHomeQuery.
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
