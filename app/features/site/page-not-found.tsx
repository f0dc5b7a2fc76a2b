import { Form } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { TextField } from "~/ui/text-field";

/** The 404 page, with links to continue. */
export function PageNotFound() {
  return (
    <Page
      title="No one lives at this address"
      intro="The page may have moved, or the link may be wrong. The reviews are all still here."
      width="prose"
    >
      <search>
        <Form action="/reviews" className="flex flex-wrap items-end gap-3">
          <TextField
            label="Search reviews"
            name="q"
            type="search"
            enterKeyHint="search"
            maxLength={100}
            className="min-w-0 grow basis-64"
          />
          <Button type="submit" className="h-12">
            Search
          </Button>
        </Form>
      </search>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/reviews" variant="secondary">
          Reviews
        </ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </p>
    </Page>
  );
}
