import { data } from "react-router";
import { pageContext } from "~/page-context";
import { followsOfLink, unfollow } from "~/data/follows";
import { type Follow, secretsOf } from "~/domain/follow";
import { UnfollowPage } from "~/features/follow/unfollow-page";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/unfollow";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...pageMeta(args, {
      title: "Stop following",
      description: "Stop emails about new reviews.",
      isUnlisted: true,
    }),
    // Anyone with the URL can unfollow.
    { name: "referrer", content: "no-referrer" },
  ];
}

// A GET changes nothing: mail programs open links to check them.
export async function loader({ params, context }: Route.LoaderArgs) {
  const { backend } = context.get(pageContext);
  return orNotFound(await backend.read((database) => followsOfLink(database, secretsOf(params.secrets))));
}

// server/web-server.ts accepts a POST only for this page and that of an alert.
export async function action({ params, context }: Route.ActionArgs) {
  const { backend } = context.get(pageContext);
  return orNotFound(await backend.read((database) => unfollow(database, secretsOf(params.secrets))));
}

function orNotFound(follows: Follow[] | null): Follow[] {
  if (!follows) throw data("There are no accounts on this site.", { status: 404 });
  return follows;
}

export default function UnfollowScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <UnfollowPage follows={loaderData} ended={actionData} />;
}
