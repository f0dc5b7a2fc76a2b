import { useLocation } from "react-router";
import { failureSentence } from "~/data/connection-lost";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

/** Replaces a page that threw an error or did not load. */
export function SomethingWentWrong({ error }: { error: unknown }) {
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
        {failureSentence(error)}
      </Notice>
    </Page>
  );
}
