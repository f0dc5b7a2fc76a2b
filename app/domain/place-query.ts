import { isKeyOf } from "./enumerations";
import type { Count } from "./home-figures";
import { QUESTIONS } from "./questions";

/** The keys stand in addresses and are understood by homes_of_city in the database. */
export const PLACE_SORTS = {
  latest: "Latest",
  best: "Best rated",
  reviews: "Most reviewed",
} as const;
export type PlaceSort = keyof typeof PLACE_SORTS;

const RENTS = Object.entries(QUESTIONS.rent.answers);

/**
 * By what the homes of a place are filtered: the choices of each, as the figures of a place name them. The choices of a rent are its
 * most. Must match private.known_traits in the database. (spec 10)
 */
export const PLACE_FILTERS = {
  kind: { label: "Kind", choices: { pg: "PG or shared room", flat: "Flat", house: "House" } },
  size: { label: "Size", choices: QUESTIONS.size.answers },
  rent: {
    label: "Rent",
    // All rents are up to the last.
    choices: Object.fromEntries(
      RENTS.slice(0, -1).map(([key, band]) => [key, band.replace(/^.*–/, "Up to ₹")] as const),
    ),
  },
  deposit_back: { label: "Deposit", choices: { all: "Deposit came back" } },
  water: { label: "Water", choices: { all_day: "Water all day" } },
  bachelors: { label: "Bachelors", choices: { yes: "Bachelors welcome" } },
  couples: { label: "Unmarried couples", choices: { yes: "Unmarried couples welcome" } },
  pets: { label: "Pets", choices: { yes: "Pets welcome" } },
  nonveg: { label: "Non-vegetarian food", choices: { yes: "Non-vegetarian food allowed" } },
  guests: { label: "Guests", choices: { yes: "Guests may stay overnight" } },
} as const satisfies Record<string, { label: string; choices: Readonly<Record<string, string>> }>;
export type PlaceFilter = keyof typeof PLACE_FILTERS;
export const PLACE_FILTER_KEYS = Object.keys(PLACE_FILTERS) as PlaceFilter[];

/** Which homes of a place a visitor wants to see. */
export interface PlaceQuery {
  sort: PlaceSort;
  /** One of the choices of each filter; without a filter for all homes. */
  chosen: Partial<Record<PlaceFilter, string>>;
}

/** By their latest review. */
export const ALL_HOMES: PlaceQuery = { sort: "latest", chosen: {} };

/** Reads ?sort= and the PLACE_FILTERS. Never fails: what makes no sense counts as not given. */
export function parsePlaceQuery(searchParams: URLSearchParams): PlaceQuery {
  const sort = searchParams.get("sort");
  const given = PLACE_FILTER_KEYS.map((key) => [key, searchParams.get(key)] as const);
  return {
    sort: isKeyOf(PLACE_SORTS, sort) ? sort : "latest",
    chosen: Object.fromEntries(given.filter(([key, choice]) => isKeyOf(choicesOf(key), choice))),
  };
}

/** The query as the end of an address, or "" for all homes in the usual order. The inverse of parsePlaceQuery. */
export function placeQueryString({ sort, chosen }: PlaceQuery, after: string | null = null): string {
  const asked = { sort: sort === "latest" ? undefined : sort, ...chosen, after };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) params.set(name, value);
  return params.size === 0 ? "" : `?${params}`;
}

/** The same query without one of its filters. */
export function withoutFilter({ sort, chosen }: PlaceQuery, dropped: PlaceFilter): PlaceQuery {
  const { [dropped]: _dropped, ...others } = chosen;
  return { sort, chosen: others };
}

/** The filters of a query, in their order, with the words of what is chosen. */
export function chosenFilters({ chosen }: PlaceQuery): { key: PlaceFilter; label: string }[] {
  return PLACE_FILTER_KEYS.flatMap((key) => {
    const label = choicesOf(key)[chosen[key] ?? ""];
    return label === undefined ? [] : [{ key, label }];
  });
}

/** What the database looks for: the answers that will do, by question. */
export function wantedTraits({ chosen }: PlaceQuery): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(chosen).map(([key, choice]) => [key, key === "rent" ? rentsUpTo(choice) : [choice]]),
  );
}

/** The choices of a filter with the number of homes of each, of the homes of a place by trait. */
export function choiceCounts(traits: Readonly<Record<string, number>>, key: PlaceFilter): Count[] {
  return Object.entries(choicesOf(key)).map(([choice, label]) => {
    // Each home has one lowest rent.
    const answers = key === "rent" ? rentsUpTo(choice) : [choice];
    return { key: choice, label, count: answers.reduce((sum, answer) => sum + (traits[`${key}:${answer}`] ?? 0), 0) };
  });
}

function choicesOf(key: PlaceFilter): Readonly<Record<string, string>> {
  return PLACE_FILTERS[key].choices;
}

function rentsUpTo(most: string): string[] {
  const rents: string[] = RENTS.map(([key]) => key);
  return rents.slice(0, rents.indexOf(most) + 1);
}
