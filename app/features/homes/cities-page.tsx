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
        <ul className="cities">
          {cities.map(({ city, homeCount: homes, count, totalRating, depositBack }) => (
            <li key={city}>
              <Link to={cityHomesPath(city)}>
                <bdi>{city}</bdi>
              </Link>
              {count > 0 && (
                <span>
                  <strong>{averageRating({ count, totalRating })}</strong>{" "}
                  <Stars rating={Number(averageRating({ count, totalRating }))} />
                </span>
              )}
              <span>{[count > 0 && reviewCount(count), homeCount(homes)].filter(Boolean).join(" of ")}</span>
              {depositBack && (
                <span>
                  <span>
                    <strong>{countOf(depositBack)}</strong> got all of the deposit back
                  </span>
                  <span aria-hidden="true">
                    <span style={{ width: `${(depositBack.count / depositBack.of) * 100}%` }} />
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
