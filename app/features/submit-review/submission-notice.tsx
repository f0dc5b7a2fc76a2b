import type { Ref } from "react";
import { reviewPath } from "~/domain/review";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

interface SubmissionNoticeProps {
  ref: Ref<HTMLDivElement>;
  /** The review published a moment ago. */
  sentReviewId: string | null;
  isRestored: boolean;
  /** Whether this device stores the draft. */
  isKept: boolean;
  onDiscard: () => void;
}

/** Announces a review just published, or a draft restored from this device. */
export function SubmissionNotice({ ref, sentReviewId, isRestored, isKept, onDiscard }: SubmissionNoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none empty:hidden">
      {sentReviewId && (
        <Notice
          tone="success"
          action={
            <ButtonLink to={reviewPath(sentReviewId)} variant="secondary" size="sm">
              Open it on the reviews page
            </ButtonLink>
          }
        >
          Your review is published. The form is ready for another home.
        </Notice>
      )}
      {!sentReviewId && isRestored && (
        <Notice
          action={
            <Button type="button" variant="ghost" size="sm" onClick={onDiscard}>
              Discard draft
            </Button>
          }
        >
          Here is your draft, as you left it on this device. Photos are not kept with it.
        </Notice>
      )}
      {!isKept && (
        <Notice>
          This device has no room to keep your draft, or does not allow it. Publish your review before you leave this
          page, or copy what you wrote.
        </Notice>
      )}
    </div>
  );
}
