import { cityHomesPath } from "~/domain/home";
import { counted } from "~/ui/counted";
import { Link } from "~/ui/link";
import type { StartReviews } from "./read-start-reviews";

/**
 * Ways to the homes of the cities with the most homes. Not there where there are none, or none could be read.
 */
export function PopularCities({ cities }: { cities: StartReviews["cities"] }) {
  if (cities === "failed" || cities.length === 0) return null;
  return (
    <section aria-labelledby="popular-cities" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="popular-cities" className="text-2xl sm:text-3xl">
          Browse homes by city
        </h2>
        <p className="flex flex-wrap gap-x-6">
          <Link to="/deposits" className="link inline-flex min-h-target items-center font-semibold">
            What became of deposits
          </Link>
          <Link to="/homes" className="link inline-flex min-h-target items-center font-semibold">
            All cities
          </Link>
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 sm:gap-x-8 lg:grid-cols-4">
        {cities.map(({ city, homeCount }) => (
          <li key={city} className="border-t border-line">
            <Link
              to={cityHomesPath(city)}
              className="group flex min-h-target flex-col justify-between gap-x-3 py-2 wrap-anywhere sm:flex-row sm:items-baseline sm:py-2.5"
            >
              <bdi className="font-semibold group-hover:underline">{city}</bdi>{" "}
              <span className="text-sm text-ink-muted">{counted(homeCount, "home")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
