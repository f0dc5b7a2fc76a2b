import { pageContext } from "~/page-context";
import { GrievanceStatusPage } from "~/features/grievance/grievance-status-page";
import { loadGrievance } from "~/features/grievance/load-grievance";
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
    // Anyone with the address can read the complaint.
    { name: "referrer", content: "no-referrer" },
  ];
}

export function loader({ params, context }: Route.LoaderArgs) {
  return loadGrievance(params.secret, context.get(pageContext).backend);
}

export default function GrievanceStatusScreen({ loaderData }: Route.ComponentProps) {
  return <GrievanceStatusPage grievance={loaderData} />;
}
