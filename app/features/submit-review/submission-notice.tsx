import type { Ref } from "react";
import type { DraftNews } from "./use-draft";
import { reviewPath } from "~/domain/review";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

interface SubmissionNoticeProps {
  ref: Ref<HTMLDivElement>;
  /** The review published a moment ago. */
  sentReviewId: string | null;
  news: DraftNews | null;
  onDiscard: () => void;
}

/** Announces a review just published, a draft restored from this device, or one that ended in another tab. */
export function SubmissionNotice({ ref, sentReviewId, news, onDiscard }: SubmissionNoticeProps) {
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
      {!sentReviewId && news === "restored" && (
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
      {!sentReviewId && news === "ended-elsewhere" && (
        <Notice>
          The review that stood here was published or discarded in another tab. The form is ready for another home.
        </Notice>
      )}
    </div>
  );
}

/** At the end of the form, where it shifts no field. */
export function DraftNotKeptNotice() {
  return (
    <Notice tone="error">
      This device has no room to keep your draft, or does not allow it. Publish your review before you leave this page,
      or copy what you wrote.
    </Notice>
  );
}
