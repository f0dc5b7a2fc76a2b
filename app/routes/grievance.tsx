import { pageContext } from "~/page-context";
import { visitorBackend } from "~/data/visitor-backend";
import { contactOf } from "~/domain/site";
import { GrievancePage } from "~/features/grievance/grievance-page";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/grievance";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "File a complaint",
    description:
      "Complain about a review, a reply or a page, without an account. You get a ticket, and a decision within days.",
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return { officer: contactOf(context.get(pageContext).site) };
}

export default function GrievanceScreen({ loaderData, matches }: Route.ComponentProps) {
  const { acceptsForms } = visitorBackend(matches[0].loaderData.config);
  return <GrievancePage isAvailable={acceptsForms} officer={loaderData.officer} />;
}
