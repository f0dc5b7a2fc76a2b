import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { dismissToast, showToast } from "~/ui/toast";
import type { LoadFailure } from "./load-more-reviews";

/** Stands in for the list when it could not be loaded. (spec 2, 8) */
export function ReviewsFailure({ failure }: { failure: LoadFailure }) {
  const location = useLocation();

  useEffect(() => {
    const id = showToast({ title: "Error", description: "Could not fetch reviews.", variant: "destructive" });
    return () => dismissToast(id);
  }, []);

  return (
    <Notice
      tone="error"
      action={
        <>
          {!failure.isAddressWrong && (
            <ButtonLink to={location} variant="secondary" replace>
              Try again
            </ButtonLink>
          )}
          {location.search !== "" && (
            <ButtonLink to="/reviews" variant="secondary">
              All reviews
            </ButtonLink>
          )}
        </>
      }
    >
      Error loading reviews: {failure.failure}
    </Notice>
  );
}
