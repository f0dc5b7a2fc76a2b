import { useState } from "react";
import { useSearchParams } from "react-router";
import { cityNamed, parseReviewQuery, REVIEW_SORTS, reviewQueryString } from "~/domain/review-query";
import { Link } from "~/ui/link";
import { SelectField } from "~/ui/select-field";
import type { ReviewList } from "./read-review-list";
import { SearchBox } from "./search-box";
import { useFilterForm } from "./use-filter-form";
import { useIsListPending } from "./use-is-list-pending";

const ALL_CITIES = "all";
const SORT_OPTIONS = Object.entries(REVIEW_SORTS).map(([value, label]) => ({ value, label }));

/**
 * Search, city and order, kept in the URL. A plain form without JavaScript; with it, the list follows each choice at once and typing
 * after a pause. `list` is null if it could not be loaded. (spec 2)
 */
export function ReviewFilters({ list }: { list: ReviewList | null }) {
  const [searchParams] = useSearchParams();
  const query = list?.query ?? parseReviewQuery(searchParams);
  // A failed list and later pages have no cities, so keep those of the last list.
  const [cities, setCities] = useState(list?.cities ?? []);
  if (list && list.cities.length > 0 && list.cities !== cities) setCities(list.cities);
  const isPending = useIsListPending();
  // The URL may spell a city differently: use the listed spelling. A city without reviews becomes an option, too.
  const city = cityNamed(query.city, cities) ?? query.city;
  const cityNames = city === "" || cities.includes(city) ? cities : [...cities, city];
  const { form, chosen, show, submit, searchSoon, stopSearch } = useFilterForm(
    "/reviews",
    reviewQueryString({ ...query, city }),
    (fields) => reviewQueryString(parseReviewQuery(fields)),
  );

  return (
    <form
      ref={form}
      // Phones sold before 2023 do not know the search element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="search"
      action="/reviews"
      autoComplete="off"
      onSubmit={submit}
      className="mb-5 grid grid-cols-2 gap-2 sm:mb-8 sm:gap-3 lg:grid-cols-[1fr_14rem_12rem]"
    >
      <SearchBox
        defaultValue={query.search}
        onInput={searchSoon}
        cityOf={() => parseReviewQuery(chosen()).city}
        onLeave={stopSearch}
        className="col-span-2 lg:col-span-1"
      />
      <SelectField
        label="Filter by city"
        isLabelInside
        name="city"
        options={[
          { value: ALL_CITIES, label: "All Cities" },
          ...cityNames.map((name) => ({ value: name, label: name })),
        ]}
        defaultValue={city || ALL_CITIES}
        onChange={() => show()}
      />
      <SelectField
        label="Sort by"
        isLabelInside
        name="sort"
        options={SORT_OPTIONS}
        defaultValue={query.sort}
        onChange={() => show()}
      />
      <div className="col-span-full flex flex-wrap items-end justify-between gap-x-4 text-sm text-ink-muted">
        <output>
          {!isPending && list?.notice && (
            <span className="mb-1 block text-base text-ink">
              {list.notice.sentence}
              {list.notice.exact && (
                <Link to={list.notice.exact.path} className="text-brand-strong underline">
                  {list.notice.exact.label}
                </Link>
              )}
            </span>
          )}
          {isPending ? "Loading reviews..." : list ? foundText(list) : ""}
        </output>
        {!isPending && list?.understood && (
          <ul aria-label="Your search" className="order-first mb-1 flex w-full flex-wrap gap-2">
            {list.understood.map(({ label, path }) => (
              <li key={label}>
                <Link
                  to={path}
                  className="inline-flex min-h-target items-center gap-2 border border-line-strong bg-surface px-3"
                >
                  <span className="sr-only">Without: </span>
                  {label}
                  <span aria-hidden="true">✕</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {list && !list.focus && list.groups.length > 1 && (
          <p className="max-sm:text-xs max-sm:leading-tight">
            Homes are listed A to Z; this sorts the reviews within each.
          </p>
        )}
      </div>
    </form>
  );
}

function foundText({ groups, next, focus }: ReviewList): string {
  if (focus) return "";
  const properties = groups.length === 1 ? "1 property" : `${groups.length} properties`;
  // More pages follow below while the reader scrolls.
  return next ? `At least ${properties}` : properties;
}
