import { type Home, homePath, type HomeSummary } from "~/domain/home";
import { averageRating } from "~/domain/property-group";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { PlaceName } from "~/ui/place-name";
import { Stars } from "~/ui/star-rating";
import { reviewCount } from "./home-wording";

/** Other homes in the locality or, where it has none, in the city. (spec 10) */
export function NearbyHomes({ home }: { home: Home }) {
  const { nearby, locality, city } = home;
  if (nearby.length === 0) return null;
  const isInLocality = locality !== null && nearby.every((other) => other.locality === locality);
  return (
    <section>
      <h2 className="text-xl">
        Other homes in <bdi>{isInLocality ? locality : city}</bdi>
      </h2>
      <ul className="mt-1">
        {nearby.map((other) => (
          <li key={other.propertyId} className="border-b border-line last:border-b-0">
            <NearbyHome home={other} hasPlace={!isInLocality} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NearbyHome({ home, hasPlace }: { home: HomeSummary; hasPlace: boolean }) {
  const average = averageRating(home);
  return (
    <Link to={homePath(home)} className="group block py-2.5 text-sm text-ink no-underline">
      <span className="font-semibold underline-offset-4 wrap-anywhere group-hover:underline">
        <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
      </span>
      {hasPlace && (
        <span className="block wrap-anywhere text-ink-muted">
          <PlaceName {...home} />
        </span>
      )}
      <span className="flex flex-wrap items-center gap-x-2 text-ink-muted">
        <Stars rating={Number(average)} className="text-xs" />
        <span>{`${average} from ${reviewCount(home.count)}`}</span>
      </span>
    </Link>
  );
}
