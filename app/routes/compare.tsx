import { pageContext } from "~/page-context";
import { aboutComparison } from "~/features/homes/describe-comparison";
import { ComparePage } from "~/features/homes/compare-page";
import { loadCompare } from "~/features/homes/load-compare";
import { HomesError, HomesUnavailable, NO_HOMES } from "~/features/homes/no-homes";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { pageMeta } from "~/features/site/page-meta";
import type { Route } from "./+types/compare";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true, parameters: ["homes"] };

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, aboutComparison(!loaderData || loaderData === NO_HOMES ? [] : loaderData.homes));
}

export function loader({ url, context }: Route.LoaderArgs) {
  return loadCompare(url, context.get(pageContext).backend);
}

export default function CompareHomesPage({ loaderData }: Route.ComponentProps) {
  return loaderData === NO_HOMES ? <HomesUnavailable /> : <ComparePage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
