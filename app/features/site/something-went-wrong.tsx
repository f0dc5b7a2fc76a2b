import { useLocation } from "react-router";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** Stands in for a page that could not be made. Says nothing of the cause: that is for the log. */
export function SomethingWentWrong() {
  const { pathname, search } = useLocation();
  return (
    <Page title="This page did not open" width="prose">
      <Notice
        tone="error"
        action={
          <>
            <ButtonLink to={pathname + search} reloadDocument>
              Try again
            </ButtonLink>
            <ButtonLink to="/" variant="secondary" reloadDocument>
              Home
            </ButtonLink>
          </>
        }
      >
        Something went wrong on our side, or the connection was lost. Nothing you did caused it; please try again in a
        moment.
      </Notice>
    </Page>
  );
}
