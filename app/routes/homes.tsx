import { pageContext } from "~/page-context";
import { citySummaries } from "~/data/homes";
import { stepsTo } from "~/domain/steps-to-home";
import { CitiesPage } from "~/features/homes/cities-page";
import { ABOUT_CITIES } from "~/features/homes/describe-places";
import { breadcrumbData } from "~/features/homes/home-data";
import { HomesError, HomesUnavailable } from "~/features/homes/homes-error";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { pageMeta, siteOf } from "~/features/site/page-meta";
import { StructuredData } from "~/features/site/structured-data";
import type { Route } from "./+types/homes";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, ABOUT_CITIES);
}

export function loader({ context }: Route.LoaderArgs) {
  return context.get(pageContext).backend.read(citySummaries);
}

export default function HomesPage({ loaderData: cities, matches }: Route.ComponentProps) {
  if (!cities) return <HomesUnavailable />;
  return (
    <>
      <StructuredData
        things={import.meta.env.SSR ? [breadcrumbData(siteOf(matches)?.siteUrl ?? "", stepsTo({}))] : []}
      />
      <CitiesPage cities={cities} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
