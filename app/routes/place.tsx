import { pageContext } from "~/page-context";
import { localityHomesPath } from "~/domain/home";
import { PLACE_FILTER_KEYS } from "~/domain/place-query";
import { stepsTo } from "~/domain/steps-to-home";
import { useAuth } from "~/features/account/auth-provider";
import { loadCityGuide } from "~/features/blog/load-blog";
import { FollowButton } from "~/features/follow/follow-button";
import { aboutPlace } from "~/features/homes/describe-places";
import { breadcrumbData } from "~/features/homes/home-data";
import { HomesError, HomesUnavailable } from "~/features/homes/homes-error";
import { loadPlace } from "~/features/homes/load-places";
import { PlacePage } from "~/features/homes/place-page";
import { loadFailure } from "~/features/reviews/load-more-reviews";
import { errorMeta, NOT_FOUND_PAGE, pageMeta, siteOf } from "~/features/site/page-meta";
import { StructuredData } from "~/features/site/structured-data";
import type { Route } from "./+types/place";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = {
  isCached: true,
  redirectsToCanonical: true,
  parameters: ["after", "sort", ...PLACE_FILTER_KEYS],
};

export function meta({ loaderData, ...args }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === null) return pageMeta(args, NOT_FOUND_PAGE);
  if (!loaderData) return errorMeta(args);
  return pageMeta(args, aboutPlace(loaderData.view));
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const view = await loadPlace(url, params, context.get(pageContext).backend);
  return view && { view, guide: loadCityGuide(view.city) };
}

export default function PlaceHomesPage({ loaderData, matches }: Route.ComponentProps) {
  const { user } = useAuth();
  if (!loaderData) return <HomesUnavailable />;
  const { city, locality } = loaderData.view;
  const steps = stepsTo(loaderData.view);
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? [breadcrumbData(siteOf(matches)?.siteUrl ?? "", steps)] : []} />
      <PlacePage
        {...loaderData}
        follow={
          locality !== null && (
            <FollowButton
              place={{ city, locality }}
              path={localityHomesPath(city, locality)}
              name={locality}
              userId={user?.id ?? null}
              size="sm"
            />
          )
        }
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <HomesError error={error} failure={loadFailure(error)} />;
}
