import { useEffect, useSyncExternalStore } from "react";
import { useFetcher, useLocation } from "react-router";
import type { PropertyGroup } from "~/domain/property-group";
import { reviewAnchor } from "~/domain/review";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";

/** `idle`: nothing to fetch, because no review is asked for or it is on the page already. */
export type ReviewJump =
  | { state: "idle" | "loading" | "not-found" }
  | { state: "fetched"; group: PropertyGroup }
  | { state: "failed"; message: string; retry: () => void };

/**
 * Follows `/reviews#review-{id}`: goes to the card if it is on the page, else fetches its property, for the list to show
 * first. Also returns the id of the review to mark. (spec 2)
 */
export function useReviewJump(groups: readonly PropertyGroup[]): { jump: ReviewJump; markedId: string | null } {
  const { hash } = useLocation();
  // The server never sees this part of an address; a page that points at no review is not rendered again for it.
  const markedId = useSyncExternalStore(
    () => () => {},
    () => reviewIdIn(hash),
    () => null,
  );
  const fetcher = useFetcher<ReviewList | LoadFailure>({ key: `review-jump-${markedId}` });
  const { load, data } = fetcher;

  useEffect(() => {
    if (!markedId) return;
    const card = document.getElementById(reviewAnchor(markedId));
    if (card) {
      card.scrollIntoView({ behavior: "instant" });
      card.focus({ preventScroll: true });
    } else if (!data) {
      void load(addressOf(markedId));
    }
  }, [markedId, data, load]);

  return { jump: jumpOf(), markedId };

  function isOnPage(id: string): boolean {
    const isListed = groups.some(({ reviews }) => reviews.some((review) => review.id === id));
    // One that was loaded after the list is in the document only.
    return isListed || document.getElementById(reviewAnchor(id)) !== null;
  }

  function jumpOf(): ReviewJump {
    if (!markedId) return { state: "idle" };
    if (!data) return { state: isOnPage(markedId) ? "idle" : "loading" };
    if (isLoadFailure(data)) {
      return { state: "failed", message: data.failure, retry: () => void load(addressOf(markedId)) };
    }
    const [group] = data.groups;
    return group ? { state: "fetched", group } : { state: "not-found" };
  }
}

function addressOf(reviewId: string): string {
  return `/reviews?${new URLSearchParams({ review: reviewId })}`;
}

function reviewIdIn(hash: string): string | null {
  // Up to what a message glued to the address: a full stop, a bracket.
  return /^#review-([\w-]+)/.exec(hash)?.[1] ?? null;
}
