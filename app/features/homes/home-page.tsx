import type { ReactNode } from "react";
import { type Home, homePath, type HomeSummary } from "~/domain/home";
import { photoCount, starCounts } from "~/domain/home-figures";
import type { HomeQuery } from "~/domain/home-query";
import { averageRating } from "~/domain/property-group";
import { stepsToHome } from "~/domain/steps-to-home";
import { writePath } from "~/domain/write-path";
import { Breadcrumb } from "~/ui/breadcrumb";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { PlaceName } from "~/ui/place-name";
import { Stars } from "~/ui/star-rating";
import { AtAGlance } from "./at-a-glance";
import { Figures } from "./home-figures";
import { HomePhotos } from "./home-photos";
import { reviewCount } from "./home-wording";
import type { HomeView } from "./load-home";
import { ShareButton } from "./share-button";
import { ShortlistButton } from "./shortlist-button";
import { StarBreakdown } from "./star-breakdown";

/**
 * The page of a home. Score, actions, figures and photos come before the reviews on a phone and are a rail beside them on wide screens.
 * (spec 10)
 */
export function HomePage({ view, follow, children }: { view: HomeView; follow?: ReactNode; children: ReactNode }) {
  const { home, query, photos } = view;
  const { figures } = home;
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <HomeHead home={home} />
      <div className="home-columns items-start">
        <aside aria-label="About this home" className="home-rail">
          <Score home={home} query={query} />
          <div className="home-actions">
            <ButtonLink to={writePath(home)} size="sm">
              <span>
                Write<span className="sr-only"> about this home</span>
              </span>
            </ButtonLink>
            {follow}
            <ShortlistButton home={home} />
            <ShareButton title={home.propertyName} path={homePath(home)} size="sm" />
          </div>
          <AtAGlance home={home} />
          <HomePhotos path={homePath(home)} photos={photos} count={photoCount(figures)} />
        </aside>
        <div className="home-reviews">{children}</div>
        <div className="mt-10 lg:col-span-2 empty:hidden">
          <Figures figures={figures} />
        </div>
        <NearbyHomes home={home} />
      </div>
    </div>
  );
}

/** Longer names take more than two lines on a phone. */
const LONG_NAME = 40;

/** The name and place of a home. */
function HomeHead({ home }: { home: Home }) {
  return (
    <header className="threshold pb-2 lg:pb-4">
      <Breadcrumb steps={stepsToHome(home)} />
      <h1
        className={`wrap-anywhere ${home.propertyName.length > LONG_NAME ? "text-2xl sm:text-3xl" : "text-3xl sm:text-4xl"}`}
      >
        <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
      </h1>
      {/* On a phone the breadcrumb above shows the place, if the city is an accepted one. */}
      <p className={`mt-1 leading-snug wrap-anywhere text-ink-muted ${home.isCityAccepted ? "max-sm:sr-only" : ""}`}>
        <PlaceName {...home} />
      </p>
    </header>
  );
}

/** The score of a home, which opens the number of reviews by stars. (spec 10) */
function Score({ home, query }: { home: Home; query: HomeQuery }) {
  const average = averageRating(home);
  if (home.count === 0) return null;
  return (
    <details className="score" open={query.stars !== null}>
      <summary>
        <strong>{average}</strong>
        <Stars rating={Number(average)} />
        <span className="icon icon-chevron">{reviewCount(home.count)}</span>
      </summary>
      <StarBreakdown path={homePath(home)} stars={starCounts(home.figures)} query={query} />
    </details>
  );
}

/** Other homes in the locality or, if it has no other, in the city. (spec 10) */
function NearbyHomes({ home }: { home: Home }) {
  const { nearby, locality, city } = home;
  if (nearby.length === 0) return null;
  const isInLocality = locality !== null && nearby.every((other) => other.locality === locality);
  return (
    <section className="nearby">
      <h2>
        Other homes in <bdi>{isInLocality ? locality : city}</bdi>
      </h2>
      <ul>
        {nearby.map((other) => (
          <li key={other.propertyId}>
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
    <Link to={homePath(home)}>
      <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
      {hasPlace && (
        <span>
          <PlaceName {...home} />
        </span>
      )}
      <span>
        <Stars rating={Number(average)} /> {`${average} from ${reviewCount(home.count)}`}
      </span>
    </Link>
  );
}
