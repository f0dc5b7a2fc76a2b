import { pageBackendContext } from "~/page-backend-context";
import { breadcrumbData } from "~/features/homes/home-data";
import { stepsTo } from "~/features/homes/breadcrumb";
import { CitiesPage } from "~/features/homes/cities-page";
import { ABOUT_CITIES } from "~/features/homes/describe-homes";
import { loadCities } from "~/features/homes/load-places";
import { NO_HOMES } from "~/features/homes/no-home";
import { HomesError, HomesUnavailable } from "~/features/homes/no-homes";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { pageMeta, siteUrlOf } from "~/features/site/page-meta";
import type { Route } from "./+types/homes";

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return [...pageMeta(args, ABOUT_CITIES), breadcrumbData(siteUrlOf(args.matches) ?? "", stepsTo({}))];
}

export function loader({ context }: Route.LoaderArgs) {
  return loadCities(context.get(pageBackendContext));
}

export default function HomesPage({ loaderData: cities }: Route.ComponentProps) {
  return cities === NO_HOMES ? <HomesUnavailable /> : <CitiesPage cities={cities} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
