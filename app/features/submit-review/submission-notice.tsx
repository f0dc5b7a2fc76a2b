import { type ReactNode, type Ref, useEffect, useState } from "react";
import type { Submission, SubmissionState } from "./draft-controller";
import type { FailedOutcome } from "./submit-review";
import { failureSentence } from "~/data/connection-lost";
import { type PublishedReview, publishedReview, remindOfDeposit } from "~/data/my-reviews";
import type { SubmissionDraft } from "~/data/submission-draft";
import { formatDay } from "~/domain/dates";
import { isDepositOpen } from "~/domain/follow-up-check";
import { homeOf, homeText } from "~/domain/form-home";
import type { PropertyName } from "~/domain/property-group";
import { reviewPath } from "~/domain/review";
import { Button, ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { showToast } from "~/ui/toast";

interface SubmissionNoticeProps {
  ref: Ref<HTMLDivElement>;
  submission: Submission;
  state: SubmissionState;
  hasAccount: boolean;
  /** Renders the buttons for the home of the published review: share, follow. */
  homeActions: (home: PropertyName) => ReactNode;
}

/** Announces a review just published, or a draft that this device keeps. */
export function SubmissionNotice({ ref, submission, state, ...published }: SubmissionNoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} className="outline-none empty:hidden">
      {state.status.name === "published" ? (
        <PublishedNotice {...state.status} {...published} />
      ) : (
        <DraftNotice submission={submission} state={state} />
      )}
    </div>
  );
}

interface PublishedNoticeProps extends Pick<SubmissionNoticeProps, "hasAccount" | "homeActions"> {
  reviewId: string;
  isAnonymous: boolean;
}

function PublishedNotice({ reviewId, isAnonymous, hasAccount, homeActions }: PublishedNoticeProps) {
  return (
    <Notice
      tone="success"
      action={
        <>
          <ButtonLink to={reviewPath(reviewId)} size="sm">
            View your review
          </ButtonLink>
          {hasAccount && <PublishedActions reviewId={reviewId} homeActions={homeActions} />}
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
          {isAnonymous ? " you can " : " you can take your name off it, "}
          withdraw it, or add what happens later, such as when the deposit comes back.
        </>
      )}
    </Notice>
  );
}

/** Renders the actions for the published review; nothing until the review is read, or if it cannot be read. (spec 10) */
function PublishedActions({ reviewId, homeActions }: Pick<PublishedNoticeProps, "reviewId" | "homeActions">) {
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
      <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&_.button]:px-2">{homeActions(review)}</div>
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

function DraftNotice({ submission, state: { news, draft } }: Pick<SubmissionNoticeProps, "submission" | "state">) {
  if (news === null) return null;
  if (news.kind === "set-aside") {
    const { draft: kept } = news;
    return (
      <Notice
        action={
          <Button type="button" variant="secondary" size="sm" onClick={() => submission.switchDraft({ draft: kept })}>
            Go back to it
          </Button>
        }
      >
        Your draft about {homeOfDraft(kept)} is kept on this device.
      </Notice>
    );
  }
  const discard = (
    <Button type="button" variant="ghost" size="sm" onClick={submission.discard}>
      Discard draft
    </Button>
  );
  if (news.kind === "restored") return <Notice action={discard}>{restoredText(draft)}</Notice>;
  const { home } = news;
  return (
    <Notice
      action={
        <>
          <Button type="button" variant="secondary" size="sm" onClick={() => submission.switchDraft({ home })}>
            Write about {home.propertyName || `a home in ${homeText(home)}`} instead
          </Button>
          {discard}
        </>
      }
    >
      {restoredText(draft)} Your draft is about {homeOfDraft(draft)}.
    </Notice>
  );
}

function restoredText({ photos, photoCount }: SubmissionDraft): string {
  if (photos.length < photoCount)
    return "Here is your draft, as you left it on this device. Please choose its photos again.";
  return `Here is your draft, as you left it on this device${photoCount > 0 ? ", with its photos" : ""}.`;
}

function homeOfDraft({ form }: SubmissionDraft) {
  return <bdi>{homeText(homeOf(form)) || "another home"}</bdi>;
}

/** Warns that this device cannot keep the draft or its photos. Shown at the end of the form, where the notice moves no field. */
export function DraftNotKeptNotice({ arePhotosOnly }: { arePhotosOnly: boolean }) {
  return (
    <Notice tone="error">
      {arePhotosOnly
        ? "This device has no room to keep your photos. Publish your review before you leave this page, or choose them again later."
        : "This device has no room to keep your draft, or does not allow it. Publish your review before you leave this page, or copy what you wrote."}
    </Notice>
  );
}

interface FailureNoticeProps {
  failure: FailedOutcome;
  /** The device was offline when the attempt began, so nothing can have arrived. */
  wasOffline: boolean;
}

/** Says why an attempt failed. Unlike a toast, it stays until the next attempt. */
export function FailureNotice({ failure, wasOffline }: FailureNoticeProps) {
  return <Notice tone="error">{failureText(failure, wasOffline)}</Notice>;
}

function failureText(failure: FailedOutcome, wasOffline: boolean): string {
  const { outcome, message } = failure;
  if (outcome === "too-many-attempts")
    return `Too many attempts. Your review is not published yet. Everything you entered is kept. ${message}`;
  if (!failure.noResponse) return `Your review was not published. Everything you entered is kept. ${message}`;
  const isTimeout = failure.noResponse === "timed-out";
  // Photos are sent first: if one failed, the review was not sent.
  if (wasOffline || outcome === "upload-failed") {
    return isTimeout
      ? "The server took too long to answer. Your review was not sent, and everything you entered is kept. Try again in a minute."
      : "The connection was lost. Your review was not sent, and everything you entered is kept. Try again when you are online.";
  }
  const reason = isTimeout
    ? "The server took too long to answer."
    : "The connection was lost before the server answered.";
  return `${reason} Everything you entered is kept. Try again: your review will be published only once.`;
}
