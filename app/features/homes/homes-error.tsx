import { data } from "react-router";
import { ButtonLink } from "~/ui/button";
import { LoadFailureNotice } from "~/ui/load-failure-notice";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** A link for visitors of a URL that has no home. */
export interface Suggestion {
  label: string;
  path: string;
}

/** Throws a 404 with suggestions. */
export function throwNoHome(suggestions: Suggestion[]): never {
  throw data({ suggestions }, { status: 404 });
}

/** Returns the suggestions of an error that throwNoHome threw; null for any other. */
export function suggestionsOf(error: unknown): Suggestion[] | null {
  const { status, data: body } = (error ?? {}) as { status?: unknown; data?: unknown };
  if (status !== 404 || typeof body !== "object" || body === null || !("suggestions" in body)) return null;
  return body.suggestions as Suggestion[];
}

/** Replaces pages of homes on a site without a database: no browser has all reviews of a home. (spec 1) */
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

/** The page of a home or place that has no review left. (spec 10) */
function NoHome({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <Page title="No reviews here" width="prose">
      <Notice
        action={[...suggestions, { label: "Homes by city", path: "/homes" }].map(({ label, path }) => (
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

/** Replaces a page of homes that does not exist or could not be loaded. (spec 2, 10) */
export function HomesError({ error, failure }: HomesErrorProps) {
  const suggestions = suggestionsOf(error);
  if (suggestions) return <NoHome suggestions={suggestions} />;
  return (
    <Page title="Homes" width="wide">
      <LoadFailureNotice what="homes" {...failure} startLabel="Back to the start of the list" />
    </Page>
  );
}
