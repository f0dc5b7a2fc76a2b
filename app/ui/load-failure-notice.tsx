import { useLocation } from "react-router";
import { ButtonLink } from "./button";
import { Notice } from "./notice";

interface LoadFailureNoticeProps {
  /** The missing data, such as "reviews". */
  what: string;
  failure: string;
  /** Whether a retry of the same URL would fail again. */
  isAddressWrong: boolean;
  /** The label of the link to the same page without a query. */
  startLabel: string;
}

/** Replaces a list that could not be loaded, with links to continue. */
export function LoadFailureNotice({ what, failure, isAddressWrong, startLabel }: LoadFailureNoticeProps) {
  const location = useLocation();
  return (
    <Notice
      tone="error"
      action={
        <>
          {!isAddressWrong && (
            <ButtonLink to={location} variant="secondary" replace>
              Try again
            </ButtonLink>
          )}
          {location.search !== "" && (
            <ButtonLink to={location.pathname} variant="secondary">
              {startLabel}
            </ButtonLink>
          )}
        </>
      }
    >
      {`Error loading ${what}: ${failure}`}
    </Notice>
  );
}
