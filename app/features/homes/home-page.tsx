import type { ReactNode } from "react";
import { formatDay } from "~/domain/dates";
import { type Home, homePath, type HomeSummary } from "~/domain/home";
import { photoCount, starCounts } from "~/domain/home-figures";
import { type HomeQuery, homeQueryString, WITH_PHOTOS } from "~/domain/home-query";
import { isolated } from "~/domain/plain-text";
import { averageRating } from "~/domain/property-group";
import type { Review } from "~/domain/review";
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
import { reviewCount } from "./home-wording";
import type { HomeView } from "./load-home";
import { ShareButton } from "./share-button";
import { ShortlistButton } from "./shortlist-button";
import { StarBreakdown } from "./star-breakdown";

/** The page of a home. The figures are below the reviews, across the page: about thirty of them do not fit beside the reviews. (spec 10) */
export function HomePage({ view, follow, children }: { view: HomeView; follow?: ReactNode; children: ReactNode }) {
  const { home, query, withPhotos } = view;
  const { figures } = home;
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <HomeHead home={home} query={query} />
      {/* The actions are below the score, and on wide screens at the top of the rail. */}
      <div className="home-columns items-start lg:grid-rows-[auto_auto_1fr]">
        <div className="home-actions">
          <ButtonLink to={writePath(home)}>
            <span>
              Write<span className="max-sm:sr-only"> about this home</span>
            </span>
          </ButtonLink>
          <ShareButton title={home.propertyName} path={homePath(home)} />
          <ShortlistButton home={home} look="button button-secondary button-md" />
          {follow}
        </div>
        <AtAGlance home={home} />
        <div className="home-reviews">{children}</div>
        <div className="mt-10 lg:col-span-2 empty:hidden">
          <Figures figures={figures} />
        </div>
        <aside aria-label="About this home" className="home-rail">
          <HomePhotos path={homePath(home)} reviews={withPhotos} count={photoCount(figures)} />
          <NearbyHomes home={home} />
        </aside>
      </div>
    </div>
  );
}

/** Longer names take more than two lines on a phone. */
const LONG_NAME = 40;

/** The name, place and score of a home. They do not depend on which reviews the page shows. (spec 10) */
function HomeHead({ home, query }: { home: Home; query: HomeQuery }) {
  const average = averageRating(home);
  return (
    <header className="threshold pb-3 lg:pb-5">
      <Breadcrumb steps={stepsToHome(home)} />
      <div className="home-columns gap-y-3">
        <div className="min-w-0">
          <h1
            className={`wrap-anywhere ${home.propertyName.length > LONG_NAME ? "text-2xl sm:text-3xl" : "text-3xl sm:text-4xl"}`}
          >
            <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
          </h1>
          {/* On a phone the breadcrumb above shows the place, if the city is an accepted one. */}
          <p
            className={`mt-1 leading-snug wrap-anywhere text-ink-muted ${home.isCityAccepted ? "max-sm:sr-only" : ""}`}
          >
            <PlaceName {...home} />
          </p>
        </div>
        <div className="flex items-center gap-5 lg:self-center">
          <p className="flex shrink-0 flex-col items-center gap-1.5 text-sm leading-snug text-ink-muted">
            <strong className="font-display text-5xl leading-none text-ink">{average}</strong>
            <Stars rating={Number(average)} className="text-sm" />
            <span>{reviewCount(home.count)}</span>
          </p>
          <StarBreakdown path={homePath(home)} stars={starCounts(home.figures)} query={query} />
        </div>
      </div>
    </header>
  );
}

const MAX_PHOTOS = 8;

interface HomePhotosProps {
  /** The path of the home's page. */
  path: string;
  /** The newest reviews with photos. */
  reviews: Review[];
  /** How many reviews have photos in all. */
  count: number;
}

/** The newest photos of a home. (spec 10) */
function HomePhotos({ path, reviews, count }: HomePhotosProps) {
  const photos = reviews.flatMap((review) =>
    review.proofUrls.map((url, index) => ({ url, thumbnail: review.proofThumbnailUrls?.[index] ?? url, review })),
  );
  if (photos.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-xl">Photos by tenants</h2>
      <ul className="flex flex-wrap gap-2">
        {photos.slice(0, MAX_PHOTOS).map(({ url, thumbnail, review }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              className="block size-16 overflow-hidden rounded-md border border-line"
            >
              <img
                src={thumbnail}
                alt={`By ${isolated(review.displayName)}, ${formatDay(review.publishedOn)} (opens in a new tab)`}
                width={64}
                height={64}
                loading="lazy"
                decoding="async"
                className="size-full bg-surface-sunken object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <Link
        to={path + homeQueryString(WITH_PHOTOS)}
        className="link inline-flex min-h-target items-center text-sm font-semibold"
      >
        {count === 1 ? "The review with photos" : `All ${count.toLocaleString("en-IN")} reviews with photos`}
      </Link>
    </section>
  );
}

/** Other homes in the locality or, if it has no other, in the city. (spec 10) */
function NearbyHomes({ home }: { home: Home }) {
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
