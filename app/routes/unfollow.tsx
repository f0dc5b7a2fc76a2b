import { pageContext } from "~/page-context";
import { endFollows, loadUnfollow } from "~/features/follow/load-unfollow";
import { UnfollowPage } from "~/features/follow/unfollow-page";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/unfollow";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...pageMeta(args, {
      title: "Stop following",
      description: "Ends emails about new reviews, for the person who got one.",
      isUnlisted: true,
    }),
    // Anyone with the address can end them.
    { name: "referrer", content: "no-referrer" },
  ];
}

export function loader({ params, context }: Route.LoaderArgs) {
  return loadUnfollow(params.secrets, context.get(pageContext).backend);
}

// server/web-server.ts lets a POST through to this page alone.
export function action({ params, context }: Route.ActionArgs) {
  return endFollows(params.secrets, context.get(pageContext).backend);
}

export default function UnfollowScreen({ loaderData, actionData }: Route.ComponentProps) {
  return <UnfollowPage follows={loaderData} ended={actionData} />;
}
