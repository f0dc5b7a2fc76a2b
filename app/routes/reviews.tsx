import { pageContext } from "~/page-context";
import { visitorBackend } from "~/data/visitor-backend";
import { useAuth } from "~/features/account/auth-provider";
import { loadCityGuide } from "~/features/blog/load-blog";
import { describeReviewList } from "~/features/reviews/describe-review-list";
import { isLoadFailure, loadFailure, loadReviewListInBrowser } from "~/features/reviews/load-more-reviews";
import { loadReviewList } from "~/features/reviews/load-review-list";
import { PropertyList } from "~/features/reviews/property-list";
import { ReviewFilters } from "~/features/reviews/review-filters";
import { ReviewsFrame } from "~/features/reviews/reviews-frame";
import { ReviewsInBrowser } from "~/features/reviews/reviews-in-browser";
import { ReviewsFailure } from "~/features/reviews/reviews-failure";
import { pageMeta } from "~/features/site/page-meta";
import { fromJson, toJson } from "~/ui/json-data";
import type { Route } from "./+types/reviews";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = {
  isCached: true,
  parameters: ["q", "city", "sort", "exact", "after", "property", "review"],
};

export function meta(args: Route.MetaArgs) {
  return [
    ...pageMeta(args, describeReviewList(fromJson(args.loaderData))),
    // Keeps photo proof out of image searches.
    { name: "robots", content: "noimageindex" },
  ];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = await loadReviewList(url, context.get(pageContext).backend);
  const city = list?.suggestions?.place?.city;
  return toJson(list && city !== undefined ? { ...list, guide: loadCityGuide(city) } : list);
}

export function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadReviewListInBrowser(url, async () => fromJson(await serverLoader()));
}
clientLoader.hydrate = !visitorBackend().servesReviews;

// A report carries the fingerprint of this device, which only the browser knows.
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { reportReview } = await import("~/features/reviews/reporting");
  return reportReview(await request.formData());
}

const loadFollowPlace = async () => (await import("~/features/follow/follow-place")).FollowPlace;

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const list = fromJson(loaderData);
  const { user } = useAuth();
  return (
    <ReviewsFrame>
      {!list ? (
        <ReviewsInBrowser />
      ) : (
        <>
          <ReviewFilters list={isLoadFailure(list) ? null : list} />
          {isLoadFailure(list) ? (
            <ReviewsFailure failure={list} />
          ) : (
            <PropertyList list={list} userId={user?.id ?? null} loadFollowPlace={loadFollowPlace} />
          )}
        </>
      )}
    </ReviewsFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ReviewsFrame>
      <ReviewsFailure failure={loadFailure(error)} />
    </ReviewsFrame>
  );
}
