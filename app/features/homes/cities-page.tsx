import type { CitySummary } from "~/data/homes";
import { cityHomesPath } from "~/domain/home";
import { countOf } from "~/domain/home-figures";
import { averageRating } from "~/domain/property-group";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Stars } from "~/ui/star-rating";
import { homeCount, reviewCount } from "./home-wording";
import { PlaceHead } from "./place-head";

/** The cities that have homes, most homes first, with their score and deposits. (spec 10) */
export function CitiesPage({ cities }: { cities: CitySummary[] }) {
  return (
    <PlaceHead
      title="Homes by city"
      intro="How tenants rate their homes in each city, and how many got their whole deposit back."
    >
      {cities.length === 0 ? (
        <Notice action={<ButtonLink to="/submit-review">Submit a Review</ButtonLink>}>
          No reviews yet. Be the first to share your experience!
        </Notice>
      ) : (
        <ul className="-mt-3 [&_strong]:text-base [&_strong]:text-ink">
          {cities.map(({ city, homeCount: homes, count, totalRating, depositBack }) => (
            // The link covers its row.
            <li
              key={city}
              className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-3 text-sm text-ink-muted hover:bg-surface lg:grid-cols-[14rem_10rem_13rem_1fr]"
            >
              <Link
                to={cityHomesPath(city)}
                className="text-lg font-semibold text-ink no-underline wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-4"
              >
                <bdi>{city}</bdi>
              </Link>
              {count > 0 && (
                <span className="flex items-center gap-1.5">
                  <strong>{averageRating({ count, totalRating })}</strong>{" "}
                  <Stars rating={Number(averageRating({ count, totalRating }))} />
                </span>
              )}
              <span className="max-lg:col-span-2">
                {[count > 0 && reviewCount(count), homeCount(homes)].filter(Boolean).join(" of ")}
              </span>
              {depositBack && (
                <span className="flex items-center justify-between max-lg:col-span-2">
                  <span>
                    <strong>{countOf(depositBack)}</strong> got all of the deposit back
                  </span>
                  <span aria-hidden="true" className="h-2 w-40 bg-surface-sunken outline-1 outline-line max-sm:w-16">
                    <span
                      className="tone-good block h-full"
                      style={{ width: `${(depositBack.count / depositBack.of) * 100}%` }}
                    />
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6">
        <Link to="/deposits" className="link font-semibold">
          Deposits: what tenants got back
        </Link>
      </p>
    </PlaceHead>
  );
}
