import { isKeyOf } from "./enumerations";
import type { Count } from "./home-figures";
import { QUESTIONS } from "./questions";

/** Keys are in URLs and must match homes_of_city in the database. */
export const PLACE_SORTS = {
  best: "Best rated",
  reviews: "Most reviewed",
  latest: "Latest reviews",
} as const;
type PlaceSort = keyof typeof PLACE_SORTS;

const RENTS = Object.entries(QUESTIONS.rent.answers);

/**
 * Filters for the homes of a place; a rent is an upper limit. Keys and choices must match private.known_traits in the database. (spec 10)
 */
export const PLACE_FILTERS = {
  kind: { label: "Kind", choices: { pg: "PG or shared room", flat: "Flat", house: "House" } },
  size: { label: "Size", choices: QUESTIONS.size.answers },
  rent: {
    label: "Rent",
    // Drops the last band: as an upper limit it would include all rents.
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

/** The filters and the order of a place's homes. */
export interface PlaceQuery {
  sort: PlaceSort;
  /** The choice of each filter; a missing filter matches all homes. */
  chosen: Partial<Record<PlaceFilter, string>>;
}

export const ALL_HOMES: PlaceQuery = { sort: "best", chosen: {} };

/** Parses ?sort= and the PLACE_FILTERS. Ignores invalid values, never throws. */
export function parsePlaceQuery(searchParams: URLSearchParams): PlaceQuery {
  const sort = searchParams.get("sort");
  const given = PLACE_FILTER_KEYS.map((key) => [key, searchParams.get(key)] as const);
  return {
    sort: isKeyOf(PLACE_SORTS, sort) ? sort : ALL_HOMES.sort,
    chosen: Object.fromEntries(given.filter(([key, choice]) => isKeyOf(choicesOf(key), choice))),
  };
}

/** Formats the query, or returns "" without filters in the default order. The inverse of parsePlaceQuery. */
export function placeQueryString({ sort, chosen }: PlaceQuery, after: string | null = null): string {
  const asked = { sort: sort === ALL_HOMES.sort ? undefined : sort, ...chosen, after };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) params.set(name, value);
  return params.size === 0 ? "" : `?${params}`;
}

export function withoutFilter({ sort, chosen }: PlaceQuery, dropped: PlaceFilter): PlaceQuery {
  const { [dropped]: _dropped, ...others } = chosen;
  return { sort, chosen: others };
}

/** Returns the chosen filters in order, with their labels. */
export function chosenFilters({ chosen }: PlaceQuery): { key: PlaceFilter; label: string }[] {
  return PLACE_FILTER_KEYS.flatMap((key) => {
    const label = choicesOf(key)[chosen[key] ?? ""];
    return label === undefined ? [] : [{ key, label }];
  });
}

/** Returns the accepted answers by question, for the database. */
export function wantedTraits({ chosen }: PlaceQuery): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(chosen).map(([key, choice]) => [key, key === "rent" ? rentsUpTo(choice) : [choice]]),
  );
}

/** Returns the choices of a filter with their numbers of homes. `traits` has the number of homes of a place by trait. */
export function choiceCounts(traits: Readonly<Record<string, number>>, key: PlaceFilter): Count[] {
  return Object.entries(choicesOf(key)).map(([choice, label]) => {
    // Each home counts once, under its lowest rent.
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
