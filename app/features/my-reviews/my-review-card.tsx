import type { ComponentProps } from "react";
import type { ReviewAction } from "./review-actions";
import { failureSentence } from "~/data/connection-lost";
import { remindOfDeposit } from "~/data/my-reviews";
import { formatDay } from "~/domain/dates";
import { followUpWords } from "~/domain/follow-up";
import { grievancePath } from "~/domain/grievance";
import { homePath, homeReviewPath } from "~/domain/home";
import { canAddFollowUp, type MyReview } from "~/domain/my-review";
import { writePath } from "~/domain/write-path";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ClampedText } from "~/ui/clamped-text";
import { Link } from "~/ui/link";
import { Stars } from "~/ui/star-rating";
import { showToast } from "~/ui/toast";

interface MyReviewCardProps {
  review: MyReview;
  onAsk: (action: ReviewAction) => void;
  onChange: (review: MyReview) => void;
}

/** A review as its author sees it, with what its author can do. */
export function MyReviewCard({ review, onAsk, onChange }: MyReviewCardProps) {
  const titleId = `mine-${review.id}`;
  const day = formatDay(review.publishedOn);
  const isWithdrawn = review.state === "withdrawn";
  return (
    <Card as="article" aria-labelledby={titleId} className="grid gap-3 wrap-anywhere">
      <div>
        <h3 id={titleId} className="text-xl">
          <bdi>{review.propertyName}</bdi>
        </h3>
        <p className="text-sm text-ink-muted">
          <bdi>{[review.locality, review.city].filter(Boolean).join(", ")}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          <Stars rating={review.rating} />
          <time dateTime={review.publishedOn}>{day}</time>
          {review.isAnonymous ? "without a name" : <span>as {<bdi>{review.displayName}</bdi>}</span>}
        </p>
      </div>
      <ReviewState review={review} />
      <ClampedText text={review.comment} className="whitespace-pre-line" clamp="line-clamp-4" />
      {review.followUps.length > 0 && (
        <ul className="grid gap-1.5 text-sm">
          {review.followUps.map((followUp) => (
            <li key={followUpWords(followUp)}>
              Added on <time dateTime={followUp.addedOn}>{formatDay(followUp.addedOn)}</time>:{" "}
              <bdi className="whitespace-pre-line">{followUpWords(followUp)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {review.reminderOn !== null && <Reminder review={review} day={review.reminderOn} onChange={onChange} />}
      <p className="flex flex-wrap gap-2">
        {review.isReplaceable && (
          <ButtonLink to={writePath(review)} size="sm">
            Write a corrected review
          </ButtonLink>
        )}
        {canAddFollowUp(review) && (
          <Button size="sm" variant="secondary" onClick={() => onAsk("add-follow-up")}>
            Add what happened later
          </Button>
        )}
        {!review.isAnonymous && (
          <Button size="sm" variant="secondary" onClick={() => onAsk("make-anonymous")}>
            Make anonymous
          </Button>
        )}
        <Button
          size="sm"
          variant={isWithdrawn ? "primary" : "danger"}
          onClick={() => onAsk(isWithdrawn ? "bring-back" : "withdraw")}
        >
          {isWithdrawn ? "Bring it back" : "Withdraw"}
        </Button>
      </p>
    </Card>
  );
}

/** The reminder about the deposit, which the author requested after publishing. */
function Reminder({ review, day, onChange }: Pick<MyReviewCardProps, "review" | "onChange"> & { day: string }) {
  async function cancel() {
    try {
      onChange({ ...review, reminderOn: await remindOfDeposit(review.id, false) });
      showToast({ title: "We will not remind you" });
    } catch (error) {
      showToast({ title: "Not changed", description: failureSentence(error), variant: "destructive" });
    }
  }

  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      We will remind you on {formatDay(day)} to say whether the deposit came back.
      <button type="button" onClick={() => void cancel()} className="link inline-flex min-h-target items-center">
        Take back
      </button>
    </p>
  );
}

/** The state of the review, and the reason for it. */
function ReviewState({ review }: { review: MyReview }) {
  const { state, erasedOn } = review;
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge variant={STATES[state].variant} className={STATES[state].icon}>
          {STATES[state].name}
        </Badge>
        {(state === "public" || state === "flagged" || state === "uncounted") && (
          <Link to={homeReviewPath(homePath(review), review.id)} className="link inline-flex min-h-target items-center">
            See it as readers do
          </Link>
        )}
      </p>
      {state === "flagged" && (
        <p>
          Someone has reported it. It stays public until an operator has looked at it; you do not need to do anything.
        </p>
      )}
      {state === "withdrawn" && erasedOn !== null && (
        <p>No one else can see it. It will be deleted on {formatDay(erasedOn)}; until then you can bring it back.</p>
      )}
      {state === "uncounted" && (
        <Objection id={review.id} because={review.uncounted}>
          It stays readable, but an operator decided not to count it in the score and figures of the home
        </Objection>
      )}
      {(state === "hidden" || review.hidden) && <HiddenReason review={review} />}
    </div>
  );
}

function HiddenReason({ review }: { review: MyReview }) {
  const { id, hidden, isReplaceable } = review;
  return (
    <>
      <Objection id={id} because={hidden}>
        An operator took it off the site
      </Objection>
      {isReplaceable && (
        <p>
          You can publish one corrected review of this home at once. This one is withdrawn when the new one is
          published.
        </p>
      )}
    </>
  );
}

interface ObjectionProps {
  id: string;
  because: MyReview["hidden"];
  children: string;
}

/** A decision against a review, with its clause and reason, and how to object. */
function Objection({ id, because, children }: ObjectionProps) {
  return (
    <>
      <p>
        {children} under{" "}
        <Link to="/review-policy" className="link">
          {because?.clause ? `clause ${because.clause} of the review policy` : "the review policy"}
        </Link>
        . If you think this is wrong,{" "}
        <Link to={grievancePath(id)} className="link">
          file a complaint
        </Link>
        .
      </p>
      {because?.reason && (
        <blockquote className="border-l-4 border-l-danger pl-3">
          <bdi>{because.reason}</bdi>
        </blockquote>
      )}
    </>
  );
}

const STATES = {
  public: { name: "Public", variant: "success", icon: "icon icon-tick" },
  flagged: { name: "Under Review", variant: "warning", icon: "icon icon-clock" },
  uncounted: { name: "Not counted", variant: "warning", icon: "icon icon-clock" },
  hidden: { name: "Hidden", variant: "destructive", icon: "icon icon-cross" },
  withdrawn: { name: "Withdrawn", variant: "outline", icon: "" },
} satisfies Record<MyReview["state"], { name: string; variant: ComponentProps<typeof Badge>["variant"]; icon: string }>;
