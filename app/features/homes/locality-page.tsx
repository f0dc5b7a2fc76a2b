import { localityHomesPath } from "~/domain/home";
import { languageOf } from "~/ui/language-of";
import { Breadcrumb, stepsTo } from "./breadcrumb";
import { HomeList } from "./home-list";
import { homeCount } from "./home-wording";
import type { LocalityView } from "./load-places";
import { PLACE_GRID, PlaceHead } from "./place-head";
import { type CityGuide, WaysOn } from "./ways-on";

/** The homes of a locality by their latest review. (spec 10) */
export function LocalityPage({ view, guide }: { view: LocalityView; guide: CityGuide | null }) {
  const { city, locality } = view;
  return (
    <PlaceHead
      breadcrumb={<Breadcrumb steps={stepsTo({ city })} />}
      title={
        <>
          Homes in <bdi lang={languageOf(locality)}>{locality}</bdi>, <bdi>{city}</bdi>
        </>
      }
      intro={`${homeCount(view.homeCount)} reviewed by tenants, most recently reviewed first.`}
    >
      <div className={PLACE_GRID}>
        <section aria-label="Homes" className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <HomeList {...view} hasLocality={false} path={localityHomesPath(city, locality)} />
        </section>
        <WaysOn city={city} locality={locality} guide={guide} />
      </div>
    </PlaceHead>
  );
}
