import type { ReactNode } from "react";
import { homePath } from "~/domain/home";
import { photoCount } from "~/domain/home-figures";
import { ButtonLink } from "~/ui/button";
import { AtAGlance } from "./at-a-glance";
import { HOME_COLUMNS } from "./home-columns";
import { Figures } from "./home-figures";
import { HomeHead } from "./home-head";
import { HomePhotos } from "./home-photos";
import { writePath } from "~/domain/write-path";
import type { HomeView } from "./load-home";
import { NearbyHomes } from "./nearby-homes";
import { ShareButton } from "./share-button";
import { ShortlistButton } from "./shortlist-button";

/**
 * The page of a home: what its reviews come to, the reviews themselves, and what they say counted, across the page: beside the
 * reviews some thirty figures would be a column of their own. (spec 10)
 */
export function HomePage({ view, follow, children }: { view: HomeView; follow?: ReactNode; children: ReactNode }) {
  const { home, query, withPhotos } = view;
  const { figures } = home;
  return (
    <div className="mx-auto w-full max-w-wide px-4 pt-2 pb-16 sm:px-6 sm:pt-4">
      <HomeHead home={home} query={query} />
      {/* What one can do stands under the score, on wide screens on top of the rail: its first row is that of the figures. */}
      <div className={`${HOME_COLUMNS} items-start lg:grid-rows-[auto_auto_1fr]`}>
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
