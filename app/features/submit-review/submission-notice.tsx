import type { ReactNode, Ref } from "react";
import { AfterPublishing } from "./after-publishing";
import { homeOf, homeText } from "./form-home";
import type { DraftNews } from "./use-draft";
import type { SubmissionDraft } from "~/data/submission-draft";
import type { PropertyName } from "~/domain/property-group";
import { reviewPath } from "~/domain/review";
import type { NamedHome } from "~/domain/similar-home";
import { Button, ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";

interface SubmissionNoticeProps {
  ref: Ref<HTMLDivElement>;
  /** The review published a moment ago. */
  sentReviewId: string | null;
  hasAccount: boolean;
  /** What one can do about the home of the published review. */
  waysOn: (home: PropertyName) => ReactNode;
  news: DraftNews | null;
  draft: Pick<SubmissionDraft, "form" | "photoCount">;
  arePhotosLost: boolean;
  onDiscard: () => void;
  onSwitch: (next: { draft: SubmissionDraft } | { home: NamedHome }) => void;
}

/** Announces a review just published, or a draft that is kept on this device. */
export function SubmissionNotice({ ref, sentReviewId, hasAccount, waysOn, news, ...props }: SubmissionNoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none empty:hidden">
      {sentReviewId && (
        <Notice
          tone="success"
          action={
            <>
              <ButtonLink to={reviewPath(sentReviewId)} size="sm">
                View your review
              </ButtonLink>
              {hasAccount && <AfterPublishing reviewId={sentReviewId} waysOn={waysOn} />}
            </>
          }
        >
          Your review is published. The form is ready for another home.
          {hasAccount && (
            <>
              {" In "}
              <Link to="/account" className="link">
                your account
              </Link>
              {
                " you can take your name off it, withdraw it, or add what happens later, such as when the deposit comes back."
              }
            </>
          )}
        </Notice>
      )}
      {!sentReviewId && news && <DraftNotice news={news} {...props} />}
    </div>
  );
}

function DraftNotice({
  news,
  draft,
  arePhotosLost,
  onDiscard,
  onSwitch,
}: Omit<SubmissionNoticeProps, "ref" | "sentReviewId" | "hasAccount" | "waysOn" | "news"> & { news: DraftNews }) {
  if (news.kind === "set-aside") {
    const { draft: kept } = news;
    return (
      <Notice
        action={
          <Button type="button" variant="secondary" size="sm" onClick={() => onSwitch({ draft: kept })}>
            Go back to it
          </Button>
        }
      >
        Your draft about {homeOfDraft(kept)} is kept on this device.
      </Notice>
    );
  }
  const discard = (
    <Button type="button" variant="ghost" size="sm" onClick={onDiscard}>
      Discard draft
    </Button>
  );
  const restored = restoredText(draft.photoCount, arePhotosLost);
  if (news.kind === "restored") return <Notice action={discard}>{restored}</Notice>;
  const { home } = news;
  return (
    <Notice
      action={
        <>
          <Button type="button" variant="secondary" size="sm" onClick={() => onSwitch({ home })}>
            Write about {home.propertyName || `a home in ${homeText(home)}`} instead
          </Button>
          {discard}
        </>
      }
    >
      {restored} Your draft is about {homeOfDraft(draft)}.
    </Notice>
  );
}

function restoredText(photoCount: number, arePhotosLost: boolean): string {
  if (arePhotosLost) return "Here is your draft, as you left it on this device. Please choose its photos again.";
  return `Here is your draft, as you left it on this device${photoCount > 0 ? ", with its photos" : ""}.`;
}

function homeOfDraft({ form }: Pick<SubmissionDraft, "form">) {
  return <bdi>{homeText(homeOf(form)) || "another home"}</bdi>;
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
