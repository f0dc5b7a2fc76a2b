import { databaseContext } from "~/database-context";
import { isLoadFailure, loadFailure, loadMoreReviews } from "~/features/reviews/load-more-reviews";
import { loadReviewList } from "~/features/reviews/load-review-list";
import { PropertyList } from "~/features/reviews/property-list";
import { reportReview } from "~/features/reviews/report-review";
import { ReviewFilters } from "~/features/reviews/review-filters";
import { ReviewsFailure } from "~/features/reviews/reviews-failure";
import { Page } from "~/ui/page";
import type { Route } from "./+types/reviews";

const TITLE = "Rental Reviews";
const INTRO = "Browse experiences shared by tenants across India.";

export function meta(): Route.MetaDescriptors {
  return [{ title: `${TITLE} · GharSach` }, { name: "description", content: INTRO }];
}

export function loader({ url, context }: Route.LoaderArgs) {
  return loadReviewList(url, context.get(databaseContext));
}

export function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadMoreReviews(url, serverLoader);
}

// A report carries this device's fingerprint, which only the browser knows.
export async function clientAction({ request }: Route.ClientActionArgs) {
  return reportReview(await request.formData());
}

export default function ReviewsPage({ loaderData: list }: Route.ComponentProps) {
  return (
    <Page title={TITLE} intro={INTRO} width="wide">
      {isLoadFailure(list) ? (
        <ReviewsFailure failure={list} />
      ) : (
        <>
          <ReviewFilters list={list} />
          <PropertyList list={list} />
        </>
      )}
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page title={TITLE} intro={INTRO} width="wide">
      <ReviewsFailure failure={loadFailure(error)} />
    </Page>
  );
}
