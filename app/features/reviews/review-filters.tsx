import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { parseReviewQuery, REVIEW_SORTS, type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { SelectField } from "~/ui/select-field";
import { cityNamed } from "./city-named";
import type { ReviewList } from "./read-review-list";
import { SearchBox } from "./search-box";
import { useIsListPending } from "./use-is-list-pending";

type Timer = ReturnType<typeof setTimeout> | undefined;

const SEARCH_DELAY = 300;
/** Marks in the history what was asked for here. */
const ASKED_HERE = "asked-by-filters";
const ALL_CITIES = "all";
const SORT_OPTIONS = Object.entries(REVIEW_SORTS).map(([value, label]) => ({ value, label }));

/**
 * Search, city and order, all kept in the address. An ordinary form without JavaScript; with it, the list follows each
 * choice at once, and the typing whenever it pauses. (spec 2)
 */
export function ReviewFilters({ list, isFailed = false }: { list: ReviewList; isFailed?: boolean }) {
  const { query } = list;
  // A list that could not be loaded knows no cities; those of the last one hold.
  const [cities, setCities] = useState(list.cities);
  if (!isFailed && list.cities !== cities) setCities(list.cities);
  const isPending = useIsListPending();
  // An address may spell a city in its own way, or name one that has no reviews; it is a choice all the same.
  const city = cityNamed(query.city, cities) ?? query.city;
  const cityNames = city === "" || cities.includes(city) ? cities : [...cities, city];
  const { form, show, searchSoon, stopSearch } = useFilterForm({ ...query, city });

  function submit(event: FormEvent) {
    event.preventDefault();
    show({ replace: true });
  }

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
        cityOf={() => form.current && chosenIn(form.current).city}
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
        onChange={() => show({ replace: false })}
      />
      <SelectField
        label="Sort by"
        isLabelInside
        name="sort"
        options={SORT_OPTIONS}
        defaultValue={query.sort}
        onChange={() => show({ replace: false })}
      />
      <output className="col-span-full text-sm text-ink-muted">
        {isPending ? "Loading reviews..." : isFailed ? "" : foundText(list)}
      </output>
    </form>
  );
}

/**
 * The form of the filters: shows in the list what is chosen in it, and follows an address that changes without it, as by
 * going back.
 */
function useFilterForm({ search, city, sort }: ReviewQuery) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const { state } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const typing = useRef<Timer>(undefined);
  const isFirstRun = useRef(true);

  useEffect(() => {
    if (!form.current) return;
    const current = { search, city, sort };
    const isAsChosen = reviewQueryString(chosenIn(form.current)) === reviewQueryString(current);
    if (isFirstRun.current) {
      isFirstRun.current = false;
      // The visitor changed it before hydration.
      if (!isAsChosen) form.current.requestSubmit();
      return;
    }
    if (navigationType === "POP") stop(typing);
    // An answer to what was asked for here may come when more has been typed and asked for since.
    else if (state === ASKED_HERE) return;
    if (typing.current === undefined && !isAsChosen) fill(form.current, current);
  }, [search, city, sort, navigationType, state]);

  useEffect(() => () => stop(typing), []);

  function show(options: { replace: boolean }) {
    stop(typing);
    if (!form.current) return;
    const target = { pathname: "/reviews", search: reviewQueryString(chosenIn(form.current)) };
    void navigate(target, { ...options, state: ASKED_HERE, preventScrollReset: true });
  }

  function searchSoon() {
    stop(typing);
    typing.current = setTimeout(() => show({ replace: true }), SEARCH_DELAY);
  }

  return { form, show, searchSoon, stopSearch: () => stop(typing) };
}

function stop(timer: RefObject<Timer>) {
  clearTimeout(timer.current);
  timer.current = undefined;
}

function chosenIn(form: HTMLFormElement): ReviewQuery {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  return parseReviewQuery(fields);
}

function fill(form: HTMLFormElement, { search, city, sort }: ReviewQuery) {
  for (const [name, value] of Object.entries({ q: search, city: city || ALL_CITIES, sort })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
}

function foundText({ groups, next, focus }: ReviewList): string {
  if (focus) return "";
  const properties = groups.length === 1 ? "1 property" : `${groups.length} properties`;
  return next ? `${properties}, more below` : properties;
}
