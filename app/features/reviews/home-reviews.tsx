import { useEffect, useRef } from "react";
import { useNavigation, useNavigationType } from "react-router";
import { type Home, homePath } from "~/domain/home";
import { ALL_REVIEWS, filterCount, type HomeQuery, homeQueryString } from "~/domain/home-query";
import { type Review, reviewAnchor, type UncountedReview } from "~/domain/review";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { HomeReviewFilters, HomeTopics } from "./home-review-filters";
import { MarkedReviewContext, ReviewCard, TopicWordsContext } from "./review-card";
import { type HomeReviewPage, MoreReviews } from "./more-reviews";
import { UnknownReview } from "./unknown-review";
import { useIsReturn } from "./use-is-return";

interface HomeReviewsProps extends HomeReviewPage {
  home: Home;
  query: HomeQuery;
  /** Whether this is a later page. */
  isLaterPage: boolean;
  matchingCount: number;
  topicWords: string[] | null;
  uncounted: UncountedReview[];
  /** The review in the URL: null if the home does not have it, absent if it is one of `uncounted`. Undefined if the URL names none. */
  linked?: { id: string; review?: Review | null } | undefined;
}

/** The reviews of one home that match the URL's filters. A review linked by the URL comes first. (spec 10) */
export function HomeReviews({
  home,
  query,
  linked,
  isLaterPage,
  matchingCount,
  topicWords,
  uncounted,
  ...page
}: HomeReviewsProps) {
  const path = homePath(home);
  const { pathname } = useNavigation().location ?? {};
  const isReturn = useIsReturn();
  const isLinkedListed = page.reviews.some(({ id }) => id === linked?.id);
  useEffect(() => {
    if (linked?.review && !isReturn) goToReview(linked.review.id);
  }, [linked?.review, isReturn]);
  useShowMatches(path, homeQueryString(query));
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" tabIndex={-1} className="sr-only">
        Reviews
      </h2>
      {home.bursts.isChecked && (
        <Notice className="mb-3">Several reviews of this home came within days. We are checking them.</Notice>
      )}
      <HomeTopics path={path} query={query} figures={home.figures} />
      <HomeReviewFilters path={path} query={query} figures={home.figures} />
      <Matches path={path} query={query} isLaterPage={isLaterPage} count={home.count} matchingCount={matchingCount} />
      <TopicWordsContext value={topicWords}>
        <MarkedReviewContext value={linked?.review ? linked.id : null}>
          <div
            // A new query resets the list: the loaded pages belong to the old query.
            key={path + homeQueryString(query) + isLaterPage}
            aria-busy={pathname === path}
            // Before a jump, everything above the target needs its real height.
            data-restored={isReturn || linked?.review ? "" : undefined}
            className="reviews"
          >
            {linked?.review === null && <UnknownReview />}
            {linked?.review && !isLinkedListed && <ReviewCard review={linked.review} home={path} isOnPageOfHome />}
            {page.reviews
              .filter(({ id }) => isLinkedListed || id !== linked?.review?.id)
              .map((review) => (
                <ReviewCard key={review.id} review={review} home={path} isOnPageOfHome />
              ))}
            {page.next !== null && (
              <MoreReviews
                addressOf={(after) => path + homeQueryString(query, { after })}
                after={page.next}
                home={path}
                isOnPageOfHome
                shownIds={new Set([...page.reviews.map(({ id }) => id), ...(linked?.review ? [linked.id] : [])])}
              />
            )}
          </div>
        </MarkedReviewContext>
      </TopicWordsContext>
      {uncounted.length > 0 && (
        <Uncounted reviews={uncounted} path={path} isOpen={linked !== undefined && linked.review === undefined} />
      )}
    </section>
  );
}

/** The reviews that an operator decided not to count. Below the first of each burst: why. */
function Uncounted({ reviews, path, isOpen }: { reviews: UncountedReview[]; path: string; isOpen: boolean }) {
  return (
    <details open={isOpen} className="uncounted">
      <summary>
        <h2>Not counted in the score</h2>
        <span className="icon icon-chevron">{reviews.length}</span>
      </summary>
      {reviews.map((review, place) => (
        <div key={review.id}>
          {review.because.reason !== reviews[place - 1]?.because.reason && (
            <p>
              Clause {review.because.clause}: <bdi>{review.because.reason}</bdi>
            </p>
          )}
          <ReviewCard review={review} home={path} isOnPageOfHome />
        </div>
      ))}
    </details>
  );
}

interface MatchesProps extends Pick<HomeReviewsProps, "query" | "isLaterPage" | "matchingCount"> {
  path: string;
  count: number;
}

/** Says which reviews the page shows. Renders nothing on the unfiltered first page. */
function Matches({ path, query, isLaterPage, count, matchingCount }: MatchesProps) {
  const hasFilter = filterCount(query) > 0;
  if (!hasFilter && !isLaterPage) return <div id="matches" />;
  const first = homeQueryString(hasFilter ? { ...ALL_REVIEWS, sort: query.sort } : query);
  return (
    <>
      <p id="matches">
        <output>
          {hasFilter
            ? `${matchingCount.toLocaleString("en-IN")} of ${count.toLocaleString("en-IN")} reviews`
            : "Further reviews"}
        </output>
        <ButtonLink
          to={path + first}
          variant="ghost"
          size="sm"
          preventScrollReset={hasFilter}
          // The new reviews replace this link, so move the focus to them.
          onClick={() => document.getElementById("reviews")?.focus({ preventScroll: true })}
        >
          {hasFilter ? "Show all reviews" : "First reviews"}
        </ButtonLink>
      </p>
      {hasFilter && matchingCount === 0 && <Notice className="mt-3">No reviews of this home match.</Notice>}
    </>
  );
}

/** Scrolls to the results of a new sort order or filter, unless they begin in the upper half of the screen. */
function useShowMatches(path: string, query: string) {
  const isBackOrForward = useNavigationType() === "POP";
  const shown = useRef({ path, query });
  useEffect(() => {
    const isNew = shown.current.path === path && shown.current.query !== query;
    shown.current = { path, query };
    const results = document.getElementById("matches");
    if (!isNew || isBackOrForward || !results) return;
    const { top } = results.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight / 2) results.scrollIntoView({ behavior: "instant" });
  }, [path, query, isBackOrForward]);
}

function goToReview(id: string) {
  const card = document.getElementById(reviewAnchor(id));
  card?.scrollIntoView({ behavior: "instant" });
  card?.focus({ preventScroll: true });
}
