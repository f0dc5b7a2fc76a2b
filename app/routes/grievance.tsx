import { pageContext } from "~/page-context";
import { GrievancePage } from "~/features/grievance/grievance-page";
import { keepsGrievances } from "~/features/grievance/load-grievance";
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

export async function loader({ context }: Route.LoaderArgs) {
  return {
    isAvailable: await keepsGrievances(context.get(pageContext).backend),
    officer: context.get(pageContext).grievanceOfficer,
  };
}

export default function GrievanceScreen({ loaderData }: Route.ComponentProps) {
  return <GrievancePage {...loaderData} />;
}
