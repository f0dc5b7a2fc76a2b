import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import {
  chosenFilters,
  choiceCounts,
  parsePlaceQuery,
  PLACE_FILTER_KEYS,
  PLACE_FILTERS,
  PLACE_SORTS,
  type PlaceFilter,
  placeQueryString,
  withoutFilter,
} from "~/domain/place-query";
import { Button, ButtonLink } from "~/ui/button";
import { withCount } from "~/ui/counted";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { SelectField } from "~/ui/select-field";
import { homeCount } from "./home-wording";
import type { PlaceView } from "./load-places";

const SORTS = Object.entries(PLACE_SORTS).map(([value, label]) => ({ value, label }));
/** Filters with several choices. Each of the others is a checkbox. */
const LISTS = ["kind", "size", "rent"] as const satisfies PlaceFilter[];

interface PlaceFiltersProps {
  /** The path of the place. */
  path: string;
  view: PlaceView;
}

/** The id of the form, to which the sort belongs as well. */
const FORM = "place-filter";

/** Whether there is a choice: sorting and filtering one home changes nothing. */
function canChoose({ homeCount: count, query }: PlaceView): boolean {
  return count > 1 || Object.keys(query.chosen).length > 0;
}

/** Sorts the homes of a place, opens the filters on a phone, and shows the chosen ones. (spec 10) */
export function PlaceSort({ path, view }: PlaceFiltersProps) {
  const { query, homes, matchingCount } = view;
  const chosen = chosenFilters(query);
  if (!canChoose(view)) return null;
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center gap-3">
        <SelectField
          key={query.sort}
          form={FORM}
          label="Sort by"
          hideLabel
          name="sort"
          options={SORTS}
          defaultValue={query.sort}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          className="w-44 [&_select]:min-h-target [&_select]:text-sm"
        />
        {filtersOf(view).length > 0 && (
          <button type="button" popoverTarget={FORM} className="button button-secondary button-sm lg:hidden">
            {withCount("Filter", chosen.length)}
          </button>
        )}
        <Button type="submit" form={FORM} variant="secondary" size="sm" className="hidden noscript:inline-flex">
          Show
        </Button>
        {query.sort === "best" && <p className="text-sm text-ink-muted">Homes with more reviews rank higher.</p>}
      </div>
      {chosen.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
          {matchingCount !== null && homes.length > 0 && (
            <strong>{`${matchingCount.toLocaleString("en-IN")} of ${homeCount(view.homeCount)}`}</strong>
          )}
          {chosen.map(({ key, label }) => (
            <Link
              key={key}
              to={path + placeQueryString(withoutFilter(query, key))}
              preventScrollReset
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

/** Returns the filters with their choices. Each has the number of homes that match, if the figures contain it. */
function filtersOf({ query, traits, matchingCount }: PlaceView) {
  const active = Object.keys(query.chosen).length;
  return PLACE_FILTER_KEYS.map((key) => {
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
}

/**
 * The filters of the homes of a place, through the URL: in the rail on wide screens, in a popover on a phone, which opens without
 * JavaScript. (spec 10)
 */
export function PlaceFilters({ path, view }: PlaceFiltersProps) {
  const { query } = view;
  const navigate = useNavigate();
  if (!canChoose(view)) return null;
  const filters = filtersOf(view);
  const isList = (key: PlaceFilter) => LISTS.some((list) => list === key);

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // No field is a file.
    const given = new URLSearchParams([...new FormData(form)] as [string, string][]);
    form.hidePopover?.();
    void navigate(path + placeQueryString(parsePlaceQuery(given)), { preventScrollReset: true });
  }

  return (
    <form
      key={placeQueryString(query)}
      id={FORM}
      action={path}
      aria-label="Filter"
      autoComplete="off"
      popover="auto"
      onSubmit={show}
      className="place-filter"
    >
      {filters.length > 0 && (
        <>
          <h2 className="text-xl">Filter</h2>
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
          <div>
            {filters
              .filter(({ key }) => !isList(key))
              .flatMap(({ key, options }) =>
                options.map(({ value, label }) => (
                  <label key={key} className="flex min-h-target items-center gap-2 text-sm lg:min-h-9">
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
          <Button type="submit" size="sm">
            Show homes
          </Button>
        </>
      )}
    </form>
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
