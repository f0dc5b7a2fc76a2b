import { cityHomesPath } from "~/domain/home";
import { writePath } from "~/domain/write-path";
import { cityPath } from "~/domain/review-query";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";

/** The article of the blog about renting in a city. */
export interface CityGuide {
  title: string;
  path: string;
}

interface WaysOnProps {
  city: string;
  /** Null on the page of the city itself. */
  locality: string | null;
  guide: CityGuide | null;
}

/** What a reader of a list of homes may want next. */
export function WaysOn({ city, locality, guide }: WaysOnProps) {
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
