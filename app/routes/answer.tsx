import { data } from "react-router";
import type { Route } from "./+types/answer";
import { pageContext } from "~/page-context";
import { reviewInContext } from "~/data/reviews";
import { AccountsRequired } from "~/features/account/accounts-required";
import { useAuth } from "~/features/account/auth-provider";
import { RequireSignIn } from "~/features/account/require-sign-in";
import { LogInToAnswer } from "~/features/replies/log-in-to-answer";
import { MyReply } from "~/features/replies/my-reply";
import { ReviewCard } from "~/features/reviews/review-card";
import { pageMeta } from "~/features/site/page-meta";
import { Page } from "~/ui/page";
import type { PageHandle } from "~/page-handle";

export const handle: PageHandle = { isCached: true };

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(args, {
    title: "Answer a review",
    description: "Owners and managers answer a review of their home once, in public.",
    isUnlisted: true,
  });
}

export function loader({ params, context }: Route.LoaderArgs) {
  return context.get(pageContext).backend.read(async (database) => {
    const [review] = (await reviewInContext(database, params.review))?.reviews ?? [];
    if (!review) throw data("This review does not exist.", { status: 404 });
    return review;
  });
}

export default function AnswerPage({ loaderData: review }: Route.ComponentProps) {
  const { user } = useAuth();
  return (
    <Page
      title="Answer a review"
      intro="If you own or manage this home, you can answer once. Everyone can read your reply under the review."
      width="prose"
    >
      <AccountsRequired>
        {review && (
          <div className="grid gap-8">
            <ReviewCard review={review} />
            <RequireSignIn fallback={<LogInToAnswer reviewId={review.id} />}>
              {user && <MyReply key={user.id} userId={user.id} reviewId={review.id} />}
            </RequireSignIn>
          </div>
        )}
      </AccountsRequired>
    </Page>
  );
}
