import { type Home, homePath } from "~/domain/home";
import { starCounts } from "~/domain/home-figures";
import type { HomeQuery } from "~/domain/home-query";
import { averageRating } from "~/domain/property-group";
import { languageOf } from "~/ui/language-of";
import { PlaceName } from "~/ui/place-name";
import { Stars } from "~/ui/star-rating";
import { Breadcrumb } from "~/ui/breadcrumb";
import { stepsToHome } from "~/domain/steps-to-home";
import { HOME_COLUMNS } from "./home-columns";
import { reviewCount } from "./home-wording";
import { StarBreakdown } from "./star-breakdown";

/** In characters: more than two lines of a phone. */
const LONG_NAME = 40;

/** Which home it is and what its reviews come to, whichever of them are shown below. (spec 10) */
export function HomeHead({ home, query }: { home: Home; query: HomeQuery }) {
  const average = averageRating(home);
  return (
    <header className="threshold pb-3 lg:pb-5">
      <Breadcrumb steps={stepsToHome(home)} />
      <div className={`${HOME_COLUMNS} gap-y-3`}>
        <div className="min-w-0">
          <h1
            className={`wrap-anywhere ${home.propertyName.length > LONG_NAME ? "text-2xl sm:text-3xl" : "text-3xl sm:text-4xl"}`}
          >
            <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
          </h1>
          {/* On a phone the line above says it. */}
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
