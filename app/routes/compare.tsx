import { pageContext } from "~/page-context";
import { aboutComparison, ComparePage } from "~/features/homes/compare-page";
import { HomesError, HomesUnavailable } from "~/features/homes/homes-error";
import { loadCompare } from "~/features/homes/load-home";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/compare";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true, parameters: ["homes"] };

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, aboutComparison(loaderData?.homes ?? []));
}

export function loader({ url, context }: Route.LoaderArgs) {
  return loadCompare(url, context.get(pageContext).backend);
}

export default function CompareHomesPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <ComparePage {...loaderData} /> : <HomesUnavailable />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
