import type { ReactNode } from "react";
import { cityHomesPath, type LocalityCount, localityHomesPath, placePath } from "~/domain/home";
import { placeQueryString } from "~/domain/place-query";
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
import { FiguresOfPlace, PlacePlots } from "./place-figures";
import { PlaceFilters, PlaceSort } from "./place-filters";
import { PlaceHead } from "./place-head";

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
  return (
    <PlaceHead
      breadcrumb={<Breadcrumb steps={stepsTo(locality === null ? {} : { city })} />}
      title={
        <>
          Homes in <PlaceName locality={locality} city={city} />
        </>
      }
      intro={`${homeCount(view.homeCount)} with reviews`}
      action={follow}
    >
      {/* On wide screens filters, localities and suggestions are in the rail. On a phone the filters are in a popover. */}
      <div className="home-columns gap-y-3 items-start lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-7 lg:col-start-2 lg:row-start-1 empty:hidden">
          <PlaceFilters path={path} view={view} />
          {localities.length > 0 && <Localities city={city} localities={localities} />}
        </div>
        <section aria-label="Homes" className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {view.figures && !isFiltered && <PlacePlots figures={view.figures} />}
          <PlaceSort path={path} view={view} />
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

/** One line that scrolls on a phone, a list in the rail of wide screens. */
function Localities({ city, localities }: { city: string; localities: LocalityCount[] }) {
  const more = localities.slice(OPEN_LOCALITIES);
  return (
    <section aria-labelledby="localities">
      <h2 id="localities" className="text-xl max-lg:not-print:sr-only">
        Localities
      </h2>
      <LocalityList city={city} localities={localities.slice(0, OPEN_LOCALITIES)} />
      {more.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-target items-center text-sm font-semibold">
            {more.length === 1 ? "1 more locality" : `${more.length} more localities`}
          </summary>
          <LocalityList city={city} localities={more} />
        </details>
      )}
    </section>
  );
}

function LocalityList({ city, localities }: { city: string; localities: LocalityCount[] }) {
  return (
    <ul className="relative max-lg:-mx-4 max-lg:flex max-lg:gap-5 max-lg:overflow-x-auto max-lg:px-4 max-lg:whitespace-nowrap">
      {localities.map(({ locality, homeCount: count }) => (
        <li key={locality}>
          <Link
            to={localityHomesPath(city, locality)}
            className="group flex min-h-target items-center gap-1.5 text-sm text-ink no-underline lg:min-h-9 lg:justify-between lg:border-b lg:border-line"
          >
            <bdi
              lang={languageOf(locality)}
              className="underline decoration-line-strong underline-offset-4 group-hover:decoration-ink lg:not-group-hover:no-underline"
            >
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
        Deposits: what tenants got back
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
