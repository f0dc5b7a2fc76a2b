import { useEffect } from "react";
import { LoadFailureNotice } from "~/ui/load-failure-notice";
import { dismissToast, showToast } from "~/ui/toast";
import type { LoadFailure } from "./load-more-reviews";

/** Replaces a list that could not be loaded. (spec 2, 8) */
export function ReviewsFailure({ failure }: { failure: LoadFailure }) {
  useEffect(() => {
    const id = showToast({ title: "Error", description: "Could not fetch reviews.", variant: "destructive" });
    return () => dismissToast(id);
  }, []);

  return <LoadFailureNotice what="reviews" {...failure} startLabel="All reviews" />;
}
