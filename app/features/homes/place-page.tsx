import type { ReactNode } from "react";
import { cityHomesPath, type LocalityCount, localityHomesPath, placePath } from "~/domain/home";
import { placeQueryString, type PlaceSort } from "~/domain/place-query";
import { cityPath } from "~/domain/review-query";
import { stepsTo } from "~/domain/steps-to-home";
import { writePath } from "~/domain/write-path";
import { Breadcrumb } from "~/ui/breadcrumb";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { PlaceName } from "~/ui/place-name";
import { HomeList } from "./home-list";
import { homeCount } from "./home-wording";
import type { PlaceView } from "./load-places";
import { BestOfPlace, FiguresOfPlace } from "./place-figures";
import { PlaceFilters } from "./place-filters";
import { PlaceHead } from "./place-head";

const ORDERS = {
  latest: "most recently reviewed",
  best: "best rated",
  reviews: "most reviewed",
} as const satisfies Record<PlaceSort, string>;

/** The number of localities that are always visible. The rest is behind a disclosure: a city may have hundreds. */
const OPEN_LOCALITIES = 8;

interface PlacePageProps {
  view: PlaceView;
  /** The article about renting in the city. */
  guide: { title: string; path: string } | null;
}

/** The homes of a city or of one of its localities, sorted and filtered, and the localities of a city. (spec 10) */
export function PlacePage({ view, guide, follow }: PlacePageProps & { follow?: ReactNode }) {
  const { city, locality, localities, query } = view;
  const isFiltered = Object.keys(query.chosen).length > 0;
  const path = placePath(view);
  const more = localities.slice(OPEN_LOCALITIES);
  return (
    <PlaceHead
      breadcrumb={<Breadcrumb steps={stepsTo(locality === null ? {} : { city })} />}
      title={
        <>
          Homes in <PlaceName locality={locality} city={city} />
        </>
      }
      intro={`${homeCount(view.homeCount)} reviewed by tenants, ${ORDERS[query.sort]} first.`}
      action={follow}
    >
      {/* On wide screens localities and suggestions are beside the list; on a phone they are above and below it. */}
      <div className="home-columns gap-y-8 items-start lg:grid-rows-[auto_1fr]">
        {localities.length > 0 && (
          <section aria-labelledby="localities" className="lg:col-start-2 lg:row-start-1">
            <h2 id="localities" className="mb-2 text-xl">
              Localities
            </h2>
            <Localities city={city} localities={localities.slice(0, OPEN_LOCALITIES)} />
            {more.length > 0 && (
              <details className="mt-1">
                <summary className="link inline-flex min-h-target items-center text-sm font-semibold">
                  {more.length === 1 ? "1 more locality" : `${more.length} more localities`}
                </summary>
                <Localities city={city} localities={more} />
              </details>
            )}
          </section>
        )}
        <section aria-label="Homes" className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {view.figures && !isFiltered && query.sort === "latest" && (
            <BestOfPlace figures={view.figures} hasLocality={locality === null} />
          )}
          <PlaceFilters path={path} view={view} />
          <HomeList
            {...view}
            hasLocality={locality === null}
            pathFrom={(after) => path + placeQueryString(query, after)}
          />
        </section>
        <Suggestions view={view} guide={guide} />
        {view.figures && <FiguresOfPlace figures={view.figures} />}
      </div>
    </PlaceHead>
  );
}

function Localities({ city, localities }: { city: string; localities: LocalityCount[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {localities.map(({ locality, homeCount: count }) => (
        <li key={locality} className="max-w-full">
          <Link
            to={localityHomesPath(city, locality)}
            className="flex min-h-target items-center gap-2 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-sm leading-snug text-ink no-underline hover:border-ink hover:bg-surface-sunken"
          >
            <bdi lang={languageOf(locality)} className="min-w-0 wrap-anywhere">
              {locality}
            </bdi>
            <span className="text-ink-muted">
              {count.toLocaleString("en-IN")}
              <span className="sr-only">{count === 1 ? " home" : " homes"}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to what readers of the list may want next. */
function Suggestions({ view: { city, locality }, guide }: PlacePageProps) {
  return (
    <div className="flex flex-col items-start gap-3 lg:col-start-2 lg:row-start-2">
      {guide && (
        <p className="w-full border-l-4 border-brand bg-brand-soft px-4 py-3">
          <span className="block text-sm text-ink-muted">Before you rent in {city}</span>
          <Link to={guide.path} className="link inline-flex min-h-8 items-center font-semibold">
            {guide.title}
          </Link>
        </p>
      )}
      <Link to="/deposits" className="link inline-flex min-h-target items-center text-sm font-semibold">
        Deposits, city by city
      </Link>
      <ButtonLink to={writePath(locality === null ? { city } : { locality, city })} variant="secondary" size="sm">
        Write about a home here
      </ButtonLink>
      {locality === null ? (
        <ButtonLink to={cityPath(city)} variant="ghost" size="sm" className="-ml-3.5">
          All reviews in {city}
        </ButtonLink>
      ) : (
        <ButtonLink to={cityHomesPath(city)} variant="ghost" size="sm" className="-ml-3.5">
          All homes in {city}
        </ButtonLink>
      )}
    </div>
  );
}
