import { type ReactNode, useEffect, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { publishedReview, type PublishedReview, remindOfDeposit } from "~/data/my-reviews";
import { formatDay } from "~/domain/dates";
import { isDepositOpen } from "~/domain/follow-up-check";
import type { PropertyName } from "~/domain/property-group";
import { showToast } from "~/ui/toast";

interface AfterPublishingProps {
  reviewId: string;
  /** What one can do about the home: share it, follow it. */
  waysOn: (home: PropertyName) => ReactNode;
}

/** What the notice offers once it knows the home: where it cannot be asked for, nothing. (spec 10) */
export function AfterPublishing({ reviewId, waysOn }: AfterPublishingProps) {
  const [review, setReview] = useState<PublishedReview | null>(null);

  useEffect(() => {
    let isShown = true;
    void publishedReview(reviewId)
      .catch(() => null)
      .then((found) => isShown && setReview(found));
    return () => {
      isShown = false;
    };
  }, [reviewId]);

  if (!review) return null;
  return (
    <>
      <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&_.button]:px-2">{waysOn(review)}</div>
      {isDepositOpen(review.depositBack) && <DepositReminder key={reviewId} reviewId={reviewId} />}
    </>
  );
}

function DepositReminder({ reviewId }: { reviewId: string }) {
  const [isWanted, setWanted] = useState(false);

  async function choose(wanted: boolean) {
    setWanted(wanted);
    try {
      const day = await remindOfDeposit(reviewId, wanted);
      if (day) showToast({ title: "We will remind you", description: `You get one email, on ${formatDay(day)}.` });
    } catch (error) {
      setWanted(!wanted);
      showToast({ title: "Not changed", description: failureSentence(error), variant: "destructive" });
    }
  }

  return (
    <label className="flex min-h-target w-full items-center gap-2">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-brand"
        checked={isWanted}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      Remind me in 60 days to say whether the deposit came back
    </label>
  );
}
