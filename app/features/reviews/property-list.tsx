import { lazy, Suspense, useEffect, useRef } from "react";
import { parseReviewQuery, type ReviewQuery, reviewQueryString } from "~/domain/review-query";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { ReviewList } from "./read-review-list";
import { MarkedReviewContext } from "./review-card";
import { PropertySection } from "./property-section";
import { UnknownReview } from "./unknown-review";
import { useIsListPending } from "./use-is-list-pending";
import { useIsReturn } from "./use-is-return";
import { type ReviewJump, useReviewJump } from "./use-review-jump";
import { MoreLink, useMore } from "./more-link";
import type { NothingFoundProps } from "./nothing-found";

// The server renders it. Browsers load it only for a list without results.
const NothingFound = import.meta.env.SSR
  ? (await import("./nothing-found")).NothingFound
  : lazy(async () => ({ default: (await import("./nothing-found")).NothingFound }));

const EVERYTHING: ReviewQuery = parseReviewQuery(new URLSearchParams());

/** The properties with their reviews, after the review in the URL. (spec 2) */
export function PropertyList({ list, ...props }: NothingFoundProps) {
  // A new query resets the list: the loaded pages belong to the old query.
  return (
    <Properties
      key={reviewQueryString(list.query, list.focus ? { [list.focus.kind]: list.focus.id } : {})}
      list={list}
      {...props}
    />
  );
}

function Properties({ list, ...props }: NothingFoundProps) {
  const isPending = useIsListPending();
  const { jump, markedId } = useReviewJump(list.groups);
  const isReturn = useIsReturn();
  // The list waits for the review in the URL, so that nothing below it moves.
  const isWaiting = jump.state === "loading";
  const jumpKey = jump.state === "fetched" ? jump.group.propertyId : null;
  const groups = list.groups.filter((group) => group.propertyId !== jumpKey);
  const searched = list.searched ?? list.query;
  const isAboutReview = list.focus?.kind === "review";
  const isAboutProperty = list.focus?.kind === "property";
  return (
    <MarkedReviewContext value={markedId ?? (isAboutReview ? (list.focus?.id ?? null) : null)}>
      {/* At least a screen high, as the list will be, so that the footer does not move. */}
      <div className={`min-h-svh ${isWaiting ? "" : "hidden in-data-[scripts=jump]:block"}`}>
        <Notice tone="loading">Loading reviews...</Notice>
      </div>
      <div
        hidden={isWaiting}
        aria-busy={isPending}
        // Before a jump, everything above the target needs its real height.
        data-restored={isReturn || markedId !== null ? "" : undefined}
        className={`flex-col gap-8 transition-opacity md:gap-10 aria-busy:opacity-60 in-data-[scripts=jump]:hidden ${isWaiting ? "" : "flex"}`}
      >
        {list.focus && (
          <p>
            <ButtonLink to="/reviews" variant="secondary" size="sm">
              All reviews
            </ButtonLink>
          </p>
        )}
        <JumpTarget jump={jump} />
        {list.groups.length === 0 && <EmptyList list={list} {...props} />}
        {groups.map((group, index) => (
          // Each group hydrates in a separate task, so that a slow phone can respond to a tap in between.
          <Suspense key={group.propertyId}>
            <PropertySection
              group={group}
              query={isAboutReview ? EVERYTHING : searched}
              index={index}
              after={isAboutProperty ? list.next : undefined}
            />
          </Suspense>
        ))}
        {list.next && !list.focus && (
          <MoreProperties
            query={searched}
            after={list.next}
            shownKeys={new Set([...groups.map((group) => group.propertyId), ...(jumpKey ? [jumpKey] : [])])}
          />
        )}
      </div>
    </MarkedReviewContext>
  );
}

function JumpTarget({ jump }: { jump: ReviewJump }) {
  switch (jump.state) {
    case "idle":
    case "loading":
      return null;
    case "fetched":
      return <PropertySection group={jump.group} query={EVERYTHING} index={0} />;
    case "not-found":
      return <UnknownReview />;
    case "failed":
      return (
        <Notice
          tone="error"
          action={
            <Button variant="secondary" size="sm" onClick={jump.retry}>
              Try again
            </Button>
          }
        >
          Error loading reviews: {jump.message}
        </Notice>
      );
  }
}

function EmptyList({ list, ...props }: NothingFoundProps) {
  if (list.focus?.kind === "review") return <UnknownReview />;
  // A slow search stops before it has seen all properties.
  if (list.next) return <Notice>None of the first properties match. There may be more below.</Notice>;
  return (
    <Suspense>
      <NothingFound list={list} {...props} />
    </Suspense>
  );
}

/** Loads the next page of properties when the link to it is near the screen, and then shows the link to the page after it. */
function MoreProperties({
  query,
  after,
  shownKeys,
}: {
  query: ReviewQuery;
  after: string;
  shownKeys: ReadonlySet<string>;
}) {
  const address = `/reviews${reviewQueryString(query, { after })}`;
  const more = useMore<ReviewList>(address);
  const { list, load } = more;
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        // Once: after a failure the visitor retries.
        observer.disconnect();
        load();
      },
      { rootMargin: "800px 0px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [load]);

  if (!list) {
    return (
      <div ref={end}>
        <MoreLink to={address} more={more}>
          Show more properties
        </MoreLink>
      </div>
    );
  }
  const { groups, next } = list;
  return (
    <>
      {groups
        .filter((group) => !shownKeys.has(group.propertyId))
        .map((group, index) => (
          <PropertySection key={group.propertyId} group={group} query={query} index={index} />
        ))}
      {next && (
        <MoreProperties
          query={query}
          after={next}
          shownKeys={new Set([...shownKeys, ...groups.map((group) => group.propertyId)])}
        />
      )}
    </>
  );
}
