import { averageRating, MAX_COUNTED_MATCHES, type PropertyGroup } from "~/domain/property-group";
import { type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { PlaceName } from "~/ui/place-name";
import { Stars } from "~/ui/star-rating";
import { homeAddress, HomeName } from "./home-link";
import { MoreReviews } from "./more-reviews";
import { ReviewCard } from "./review-card";

/** Only the first groups animate in: animating off-screen ones costs a slow phone seconds of paint. */
const ENTERING = 3;
/** The reviews of a home that a phone shows before the rest is requested. Must match .property in reviews.css. */
const SHOWN_ON_PHONES = 2;
/** The delay between two groups. (spec 2, 9) */
const STAGGER_SECONDS = 0.05;

interface PropertySectionProps {
  group: PropertyGroup;
  /** The query for the rest of its reviews. */
  query: ReviewQuery;
  /** Its index in the list: groups animate in one after another. */
  index: number;
  /** The cursor of its remaining reviews, null without any; undefined if the group shows its first reviews only. */
  after?: string | null;
}

/** One property: its name, place and average, and its reviews. (spec 2, groups) */
export function PropertySection({ group, query, index, after }: PropertySectionProps) {
  const headingId = `property-${group.propertyId}`;
  const average = averageRating(group);
  const isInList = after === undefined;
  const hasMore = isInList ? group.matchingCount > Math.min(group.reviews.length, SHOWN_ON_PHONES) : after !== null;
  const isPart = group.matchingCount < group.count;
  const home = homeAddress(group);
  return (
    <section
      aria-labelledby={headingId}
      className={`property ${isInList ? "digests" : ""} ${index < ENTERING ? "parts-enter" : ""}`}
      style={{
        ["--reviews" as string]: isInList ? Math.min(group.reviews.length, SHOWN_ON_PHONES) : group.reviews.length,
        transitionDelay: index < ENTERING ? `${index * STAGGER_SECONDS}s` : undefined,
      }}
    >
      <header>
        <div>
          <h2 id={headingId}>
            <HomeName name={group.propertyName} home={home} />
          </h2>
          <p>
            <PlaceName locality={group.locality} city={group.city} />
          </p>
          {isPart && (
            <p className="text-sm">
              {`${matchingText(group)} of ${group.count} ${group.matchingCount === 1 ? "matches" : "match"}`}
            </p>
          )}
        </div>
        <p className="flex items-center gap-2 text-sm">
          <Stars rating={Number(average)} />
          <span>
            <strong>{average}</strong>
            {` from ${group.count} review(s)`}
          </span>
        </p>
      </header>
      {/* A short review is not stretched to the height of its neighbor. */}
      <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {group.reviews.map((review) => (
          <ReviewCard key={review.id} review={review} home={home} />
        ))}
        {hasMore && (
          <MoreReviews
            addressOf={(next) => `/reviews${reviewQueryString(query, { property: group.propertyId, after: next })}`}
            after={after ?? null}
            home={home}
            shownIds={new Set(group.reviews.map((review) => review.id))}
            label={after ? undefined : isPart ? "Show all that match" : `All ${group.count} reviews of this home`}
            {...(isInList && {
              firstHiddenId: group.reviews[SHOWN_ON_PHONES]?.id,
              className: group.matchingCount > group.reviews.length ? "rest" : "rest lg:hidden",
            })}
          />
        )}
      </div>
    </section>
  );
}

function matchingText({ matchingCount }: PropertyGroup): string {
  return matchingCount > MAX_COUNTED_MATCHES ? `More than ${MAX_COUNTED_MATCHES}` : String(matchingCount);
}
