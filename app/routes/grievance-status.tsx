import { data } from "react-router";
import { pageContext } from "~/page-context";
import { grievanceStatus } from "~/data/grievances";
import { GrievanceStatusPage } from "~/features/grievance/grievance-status-page";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/grievance-status";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { mayHoldToken: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return [
    ...pageMeta(args, {
      title: "Your complaint",
      description: "The progress of a complaint, for the person who sent it.",
      isUnlisted: true,
    }),
    // Anyone with the URL can read the grievance.
    { name: "referrer", content: "no-referrer" },
  ];
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const status = await context.get(pageContext).backend.read((database) => grievanceStatus(database, params.secret));
  if (!status) throw data("There is no complaint at this address.", { status: 404 });
  return status;
}

export default function GrievanceStatusScreen({ loaderData }: Route.ComponentProps) {
  return <GrievanceStatusPage grievance={loaderData} />;
}
