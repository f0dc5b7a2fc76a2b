import type { CityCount } from "~/data/homes";
import { cityHomesPath } from "~/domain/home";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { homeCount } from "./home-wording";
import { PlaceHead } from "./place-head";

/** The cities that have homes, most homes first. (spec 10) */
export function CitiesPage({ cities }: { cities: CityCount[] }) {
  return (
    <PlaceHead title="Homes by city" intro="Cities where tenants have reviewed the homes they rented.">
      {cities.length === 0 ? (
        <Notice action={<ButtonLink to="/submit-review">Submit a Review</ButtonLink>}>
          No reviews yet. Be the first to share your experience!
        </Notice>
      ) : (
        <ul className="-mt-3 grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3 lg:gap-x-12">
          {cities.map(({ city, homeCount: count }) => (
            <li key={city} className="border-b border-line">
              <Link
                to={cityHomesPath(city)}
                className="group flex min-h-target items-baseline justify-between gap-4 py-2.5 text-ink no-underline"
              >
                <bdi className="min-w-0 font-semibold underline-offset-4 wrap-anywhere group-hover:underline">
                  {city}
                </bdi>
                <span className="shrink-0 text-sm text-ink-muted">{homeCount(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PlaceHead>
  );
}
