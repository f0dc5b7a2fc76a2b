import { useEffect, useSyncExternalStore } from "react";
import { useFetcher, useLocation } from "react-router";
import type { PropertyGroup } from "~/domain/property-group";
import { reviewAnchor } from "~/domain/review";
import { isLoadFailure, type LoadFailure } from "./load-more-reviews";
import type { ReviewList } from "./read-review-list";

/** `idle`: nothing to load, because the URL names no review or the page has it. */
export type ReviewJump =
  | { state: "idle" | "loading" | "not-found" }
  | { state: "fetched"; group: PropertyGroup }
  | { state: "failed"; message: string; retry: () => void };

/**
 * Follows `/reviews#review-{id}`: jumps to the card if it is on the page, otherwise loads its property, which the list then shows
 * first. Also returns the id of the review to mark. (spec 2)
 */
export function useReviewJump(groups: readonly PropertyGroup[]): { jump: ReviewJump; markedId: string | null } {
  const { hash } = useLocation();
  // The server never sees the fragment. Without one, the page does not render again.
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
    // A review loaded after the list is only in the document.
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
  // Drop what a message appended to the URL: a full stop, a bracket.
  return /^#review-([\w-]+)/.exec(hash)?.[1] ?? null;
}
