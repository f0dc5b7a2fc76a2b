import { pageContext } from "~/page-context";
import { placeAlert } from "~/data/follows";
import { alertPath } from "~/domain/follow";
import { PlaceAlertPage } from "~/features/follow/place-alert-page";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/place-alert";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...pageMeta(args, {
      title: "Email me once",
      description: "Confirm or stop one email about a new review.",
      isUnlisted: true,
    }),
    // Anyone with the URL can answer.
    { name: "referrer", content: "no-referrer" },
  ];
}

// A GET changes nothing: mail programs open links to check them.
export function loader({ params, context }: Route.LoaderArgs) {
  return context.get(pageContext).backend.read((database) => placeAlert(database, params.secret));
}

export function action({ params, url, context }: Route.ActionArgs) {
  const isWanted = url.pathname !== alertPath(params.secret, "/stop");
  return context.get(pageContext).backend.read((database) => placeAlert(database, params.secret, isWanted));
}

// After an action the loader reads the new state.
export default function PlaceAlertScreen({ params, loaderData }: Route.ComponentProps) {
  return <PlaceAlertPage secret={params.secret} alert={loaderData} />;
}
