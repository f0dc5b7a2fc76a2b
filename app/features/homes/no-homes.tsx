import { data } from "react-router";
import { ButtonLink } from "~/ui/button";
import { LoadFailureNotice } from "~/ui/load-failure-notice";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** What a loader answers in place of homes where browsers keep the reviews: the server has none of them. (spec 1) */
export const NO_HOMES = "no-homes";

/** The way on from an address at which there is no home. */
export interface WayOn {
  label: string;
  path: string;
}

/** Throws the answer 404 with the ways on. */
export function throwNoHome(ways: WayOn[]): never {
  throw data({ ways }, { status: 404 });
}

/** The ways on that a thrown answer names; null for any other. */
export function waysOn(error: unknown): WayOn[] | null {
  const { status, data: body } = (error ?? {}) as { status?: unknown; data?: unknown };
  if (status !== 404 || typeof body !== "object" || body === null || !("ways" in body)) return null;
  return body.ways as WayOn[];
}

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

interface HomesErrorProps {
  error: unknown;
  failure: { failure: string; isAddressWrong: boolean };
}

/** Stands in for a page of homes that cannot be shown: there is none, or it could not be loaded. (spec 2, 10) */
export function HomesError({ error, failure }: HomesErrorProps) {
  const ways = waysOn(error);
  if (ways) return <NoHome ways={ways} />;
  return (
    <Page title="Homes" width="wide">
      <LoadFailureNotice what="homes" {...failure} startLabel="Back to the start of the list" />
    </Page>
  );
}
