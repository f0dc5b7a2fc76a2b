import { alertPath, type PlaceAlert } from "~/domain/follow";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { Page } from "~/ui/page";

interface PlaceAlertPageProps {
  secret: string;
  /** Null if there is no such request any more. */
  alert: PlaceAlert | null;
}

/** The page behind the links of "Email me once". Needs no log-in and no JavaScript. (spec 10) */
export function PlaceAlertPage({ secret, alert }: PlaceAlertPageProps) {
  if (!alert) {
    return (
      <Page title="This request is deleted" width="prose">
        <Notice action={<BrowseLink />}>
          You stopped it, its email was sent, or it expired. We keep nothing about it. If you followed a link, part of
          it may be missing.
        </Notice>
      </Page>
    );
  }
  const place = <bdi className="wrap-anywhere">{`${alert.locality}, ${alert.city}`}</bdi>;
  return (
    <Page title={alert.isConfirmed ? "We will email you once" : "Email you once?"} width="prose">
      <p className="mb-5">
        {alert.isConfirmed ? "You get" : "If you say yes, you get"} one email when someone reviews a home in {place}.
        Then, or after 180 days, we delete your email address.
      </p>
      {/* At a URL that ends in /stop, a form without an action would stop the request. */}
      <form method="post" action={alertPath(secret)} className="flex flex-wrap gap-3">
        {!alert.isConfirmed && <Button type="submit">Yes, email me once</Button>}
        <Button type="submit" variant="secondary" formAction={alertPath(secret, "/stop")}>
          {alert.isConfirmed ? "Stop and delete my email" : "No, delete my email"}
        </Button>
      </form>
    </Page>
  );
}

function BrowseLink() {
  return (
    <ButtonLink to="/reviews" variant="secondary" size="sm">
      Browse reviews
    </ButtonLink>
  );
}
