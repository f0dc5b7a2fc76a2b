import { useLocation } from "react-router";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";
import { type WayOn, waysOn } from "./no-home";

/** Stands where browsers keep the reviews: none of them knows all reviews of a home. (spec 1) */
export function HomesUnavailable() {
  return (
    <Page title="Homes" width="prose">
      <Notice
        action={
          <ButtonLink to="/reviews" variant="secondary">
            Reviews in this browser
          </ButtonLink>
        }
      >
        On this site, reviews stay in the browser they were written in, so homes have no pages of their own.
      </Notice>
    </Page>
  );
}

/** Stands at the address of a home or a place of which no review is left, with the ways on. (spec 10) */
function NoHome({ ways }: { ways: WayOn[] }) {
  return (
    <Page title="No reviews here" width="prose">
      <Notice
        action={[...ways, { label: "Homes by city", path: "/homes" }].map(({ label, path }) => (
          <ButtonLink key={path} to={path} variant="secondary" size="sm">
            {label}
          </ButtonLink>
        ))}
      >
        No home at this address has a review. Its reviews may have been removed, or the link may be wrong.
      </Notice>
    </Page>
  );
}

interface HomesFailureProps {
  failure: { failure: string; isAddressWrong: boolean };
}

/** Stands in for homes that could not be loaded. (spec 2, 10) */
function HomesFailure({ failure }: HomesFailureProps) {
  const { pathname, search } = useLocation();
  return (
    <Notice
      tone="error"
      action={
        <>
          {!failure.isAddressWrong && (
            <ButtonLink to={pathname + search} variant="secondary" replace>
              Try again
            </ButtonLink>
          )}
          {search !== "" && (
            <ButtonLink to={pathname} variant="secondary">
              Back to the start of the list
            </ButtonLink>
          )}
        </>
      }
    >
      Error loading homes: {failure.failure}
    </Notice>
  );
}

/** Stands in for a page of homes that cannot be shown: there is none, or it could not be loaded. */
export function HomesError({ error, failure }: { error: unknown; failure: HomesFailureProps["failure"] }) {
  const ways = waysOn(error);
  if (ways) return <NoHome ways={ways} />;
  return (
    <Page title="Homes" width="wide">
      <HomesFailure failure={failure} />
    </Page>
  );
}
