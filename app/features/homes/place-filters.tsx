import { Form } from "react-router";
import {
  chosenFilters,
  choiceCounts,
  PLACE_FILTER_KEYS,
  PLACE_FILTERS,
  PLACE_SORTS,
  type PlaceFilter,
  placeQueryString,
  type PlaceSort,
  withoutFilter,
} from "~/domain/place-query";
import { Button, ButtonLink } from "~/ui/button";
import { withCount } from "~/ui/counted";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { SelectField } from "~/ui/select-field";
import { homeCount } from "./home-wording";
import type { PlaceView } from "./load-places";

const SORTS = Object.entries(PLACE_SORTS) as [PlaceSort, string][];
/** Filters with several choices. Each of the others is a checkbox. */
const LISTS = ["kind", "size", "rent"] as const satisfies PlaceFilter[];

interface PlaceFiltersProps {
  /** The path of the place. */
  path: string;
  view: PlaceView;
}

/**
 * Sorts and filters the homes of a place through the URL. Each option shows how many homes match, if the figures contain that
 * number. (spec 10)
 */
export function PlaceFilters({ path, view }: PlaceFiltersProps) {
  const { query, homes, matchingCount } = view;
  const chosen = chosenFilters(query);
  if (view.homeCount < 2 && chosen.length === 0) return null;
  return (
    <div className="mb-4 flex flex-col gap-2">
      <nav aria-label="Sort" className="flex flex-wrap items-center gap-x-4 text-sm">
        {SORTS.map(([sort, label]) => (
          <Link
            key={sort}
            to={path + placeQueryString({ ...query, sort })}
            aria-current={sort === query.sort ? "true" : undefined}
            className={`inline-flex min-h-target items-center ${sort === query.sort ? "font-semibold text-ink no-underline" : "link"}`}
          >
            {label}
          </Link>
        ))}
      </nav>
      <FilterForm key={placeQueryString(query)} path={path} view={view} />
      {chosen.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {matchingCount !== null && homes.length > 0 && (
            <strong>{`${matchingCount.toLocaleString("en-IN")} of ${homeCount(view.homeCount)}`}</strong>
          )}
          {chosen.map(({ key, label }) => (
            <Link
              key={key}
              to={path + placeQueryString(withoutFilter(query, key))}
              className="link inline-flex min-h-target items-center"
            >
              <span className="sr-only">Without: </span>
              {label}
              <span aria-hidden="true" className="ml-1 no-underline">
                ✕
              </span>
            </Link>
          ))}
        </p>
      )}
      {homes.length === 0 && <NoneMatches path={path} view={view} />}
    </div>
  );
}

function FilterForm({ path, view: { query, traits, matchingCount } }: PlaceFiltersProps) {
  const active = Object.keys(query.chosen).length;
  const filters = PLACE_FILTER_KEYS.map((key) => {
    const chosen = query.chosen[key];
    const choices = choiceCounts(traits, key).filter((choice) => choice.count > 0 || choice.key === chosen);
    // The figures count homes by one filter, as of the last refresh. They cannot tell how many match two.
    const isAlone = active === (chosen === undefined ? 0 : 1);
    const options = choices.map(({ key: value, label, count }) => ({
      value,
      label: withCount(label, isAlone ? ((value === chosen ? matchingCount : null) ?? count) : null),
    }));
    return { key, options };
  }).filter(({ options }) => options.length > 0);
  if (filters.length === 0) return null;
  const isList = (key: PlaceFilter) => LISTS.some((list) => list === key);
  return (
    <details>
      <summary className="inline-flex min-h-target cursor-pointer items-center rounded-md border border-b-2 border-line-strong bg-surface px-3 text-sm font-semibold hover:border-ink">
        {active === 0 ? "Filter" : `Filter (${active})`}
      </summary>
      <Form action={path} aria-label="Filter" autoComplete="off" className="mt-3 flex flex-col gap-3">
        {query.sort !== "latest" && <input type="hidden" name="sort" value={query.sort} />}
        <div className="grid gap-3 sm:grid-cols-3">
          {filters
            .filter(({ key }) => isList(key))
            .map(({ key, options }) => (
              <SelectField
                key={key}
                label={PLACE_FILTERS[key].label}
                isLabelInside
                name={key}
                placeholder="Any"
                options={options}
                defaultValue={query.chosen[key] ?? ""}
              />
            ))}
        </div>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {filters
            .filter(({ key }) => !isList(key))
            .flatMap(({ key, options }) =>
              options.map(({ value, label }) => (
                <label key={key} className="flex min-h-target items-center gap-2 text-sm">
                  <input
                    type="checkbox"
                    name={key}
                    value={value}
                    defaultChecked={query.chosen[key] === value}
                    className="size-4.5"
                  />
                  {label}
                </label>
              )),
            )}
        </div>
        <div>
          <Button type="submit" variant="secondary" size="sm">
            Show homes
          </Button>
        </div>
      </Form>
    </details>
  );
}

/** Suggests filters to drop, with how many homes that leaves. */
function NoneMatches({ path, view: { query, missing, next } }: PlaceFiltersProps) {
  const droppable = chosenFilters(query).filter(({ key }) => (missing[key] ?? 0) > 0);
  return (
    <Notice
      action={
        next === null && (
          <>
            {droppable.map(({ key, label }) => (
              <ButtonLink
                key={key}
                to={path + placeQueryString(withoutFilter(query, key))}
                variant="secondary"
                size="sm"
              >
                {`Without “${label}”: ${homeCount(missing[key] ?? 0)}`}
              </ButtonLink>
            ))}
            <ButtonLink to={path} variant="secondary" size="sm">
              All homes
            </ButtonLink>
          </>
        )
      }
    >
      {next === null ? "No home here matches all filters." : "None of the homes checked so far matches all filters."}
    </Notice>
  );
}
