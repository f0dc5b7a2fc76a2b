import type { Route } from "./+types/submit-review";
import { lazy } from "react";
import { homePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { useAuth } from "~/features/account/auth-provider";
import { RequireSignIn } from "~/features/account/require-sign-in";
import { FollowButton } from "~/features/follow/follow-button";
import { ShareHome } from "~/features/homes/share-button";
import { NoticeLanguages } from "~/features/site/notice-languages";
import { pageMeta } from "~/features/site/page-meta";
import { InfoCards, IntroBanner } from "~/features/submit-review/info-cards";
import { SubmitReviewForm } from "~/features/submit-review/submit-review-form";
import { Page } from "~/ui/page";

// Downloaded when the author opens the preview.
const ReviewCard = lazy(() =>
  import("~/features/reviews/review-card")
    .then((card) => ({ default: card.ReviewCard }))
    .catch(() => ({ default: () => <p>The preview could not be loaded. Your review is kept.</p> })),
);

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Submit a Review",
    description: "Tell the next tenant what it was like to live there. You choose whether it shows a name.",
  });
}

export default function SubmitReviewPage() {
  const { user, hasAccounts } = useAuth();
  return (
    <Page title="Submit a Review" intro="Share your rental story. You choose whether it shows a name." width="prose">
      <div className="grid gap-5">
        <IntroBanner isKeptInBrowser={!hasAccounts} />
        <RequireSignIn>
          <SubmitReviewForm
            user={user}
            homeActions={(home) => homeActions(home, user?.id ?? null)}
            renderCard={(review) => <ReviewCard review={review} home={null} />}
          />
          {user && <NoticeLanguages />}
          <InfoCards email={user?.email} hasAccounts={hasAccounts} />
        </RequireSignIn>
      </div>
    </Page>
  );
}

function homeActions(home: PropertyName, userId: string | null) {
  return (
    <>
      <ShareHome home={home} />
      <FollowButton
        place={{ propertyId: home.propertyId }}
        path={homePath(home)}
        name={home.propertyName}
        userId={userId}
        size="sm"
      >
        <span>
          Follow<span className="max-sm:sr-only"> this home</span>
        </span>
      </FollowButton>
    </>
  );
}
