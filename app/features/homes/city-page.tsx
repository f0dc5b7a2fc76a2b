import { cityHomesPath, type LocalityCount, localityHomesPath } from "~/domain/home";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Breadcrumb, stepsTo } from "./breadcrumb";
import { HomeList } from "./home-list";
import { homeCount } from "./home-wording";
import type { CityView } from "./load-places";
import { PLACE_GRID, PlaceHead } from "./place-head";
import { type CityGuide, WaysOn } from "./ways-on";

/** So many are shown at once; a city may have hundreds. */
const OPEN_LOCALITIES = 8;

/** The homes of a city by their latest review, and its localities. (spec 10) */
export function CityPage({ view, guide }: { view: CityView; guide: CityGuide | null }) {
  const { city, localities } = view;
  const more = localities.slice(OPEN_LOCALITIES);
  return (
    <PlaceHead
      breadcrumb={<Breadcrumb steps={stepsTo({})} />}
      title={
        <>
          Homes in <bdi>{city}</bdi>
        </>
      }
      intro={`${homeCount(view.homeCount)} reviewed by tenants, most recently reviewed first.`}
    >
      <div className={PLACE_GRID}>
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
          <HomeList {...view} hasLocality path={cityHomesPath(city)} />
        </section>
        <WaysOn city={city} guide={guide} />
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
