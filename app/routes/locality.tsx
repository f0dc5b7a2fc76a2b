import { pageContext } from "~/page-context";
import { loadCityGuide } from "~/features/blog/load-blog";
import { stepsTo } from "~/features/homes/breadcrumb";
import { aboutLocality } from "~/features/homes/describe-homes";
import { breadcrumbData } from "~/features/homes/home-data";
import { loadLocality } from "~/features/homes/load-places";
import { LocalityPage } from "~/features/homes/locality-page";
import { NO_HOMES } from "~/features/homes/no-home";
import { HomesError, HomesUnavailable } from "~/features/homes/no-homes";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { errorMeta, NOT_FOUND_PAGE, pageMeta, siteUrlOf } from "~/features/site/page-meta";
import { StructuredData } from "~/features/site/structured-data";
import type { Route } from "./+types/locality";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true, isSpeltByLoader: true, parameters: ["after"] };

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === NO_HOMES) return pageMeta(args, NOT_FOUND_PAGE);
  if (!loaderData) return errorMeta(args);
  return pageMeta(args, aboutLocality(loaderData.view));
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const view = await loadLocality(url, params, context.get(pageContext).backend);
  return view === NO_HOMES ? view : { view, guide: loadCityGuide(view.city) };
}

export default function LocalityHomesPage({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData === NO_HOMES) return <HomesUnavailable />;
  const steps = stepsTo(loaderData.view);
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? [breadcrumbData(siteUrlOf(matches) ?? "", steps)] : []} />
      <LocalityPage {...loaderData} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
