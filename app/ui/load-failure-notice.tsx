import { useLocation } from "react-router";
import { ButtonLink } from "./button";
import { Notice } from "./notice";

interface LoadFailureNoticeProps {
  /** What did not come: "reviews". */
  what: string;
  failure: string;
  /** Trying the same address again would fail again. */
  isAddressWrong: boolean;
  /** What the same page shows when its address asks for nothing in particular. */
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
