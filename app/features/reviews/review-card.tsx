import { Fragment, useContext, useEffect, useRef, useState } from "react";
import { formatDay } from "~/domain/dates";
import { titleCaseKey } from "~/domain/enumerations";
import { isolated } from "~/domain/plain-text";
import { reportStatus } from "~/domain/report";
import { isEarlyReviewer, NO_COMMENT, type Review, reviewAnchor, visibleIssues } from "~/domain/review";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Stars } from "~/ui/star-rating";
import { MarkedReviewContext } from "./marked-review";
import { ReportButton } from "./report-button";
import { ReviewComment } from "./review-comment";
import { severityVariant } from "./severity-variant";
import { useIsReportedHere } from "./use-is-reported-here";

/** One review in full. app.css has the looks of its parts: a list repeats them by the dozen. (spec 2, review card) */
export function ReviewCard({ review }: { review: Review }) {
  const { canReport, isUnderReview } = reportStatus(review, useIsReportedHere(review.id));
  const isMarked = useContext(MarkedReviewContext) === review.id;
  const issues = visibleIssues(review.reportedIssues);
  const titleId = `title-${review.id}`;
  return (
    <Card
      as="article"
      id={reviewAnchor(review.id)}
      aria-labelledby={titleId}
      aria-current={isMarked || undefined}
      tabIndex={-1}
      className="review render-near-[34rem]"
    >
      <header>
        <h3 id={titleId}>
          <bdi>{review.propertyName}</bdi>
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={review.rating} />
          <time dateTime={review.publishedOn}>{formatDay(review.publishedOn)}</time>
        </p>
        <p>
          by <bdi>{review.displayName}</bdi>
        </p>
        <Badges review={review} isUnderReview={isUnderReview} />
      </header>
      <ReviewComment comment={review.comment.trim() || NO_COMMENT} />
      {issues.length > 0 && (
        <div>
          <h4>Reported issues</h4>
          <ul>
            {issues.map((issue) => (
              <li key={issue.id}>
                <bdi>{issue.description}</bdi>{" "}
                {issue.severity && <Badge variant={severityVariant(issue.severity)}>{issue.severity}</Badge>}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Facts review={review} />
      <Photos review={review} />
      <footer>
        <ReportButton reviewId={review.id} canReport={canReport} />
      </footer>
    </Card>
  );
}

function Badges({ review, isUnderReview }: { review: Review; isUnderReview: boolean }) {
  const isEarly = isEarlyReviewer(review.publishedOn);
  if (!isEarly && !review.verified && !isUnderReview) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {isEarly && (
        <Badge variant="secondary" icon="award">
          Verified Early Reviewer
        </Badge>
      )}
      {review.verified && (
        <Badge variant="success" icon="shield">
          Verified by Community
        </Badge>
      )}
      {isUnderReview && (
        <Badge variant="warning" icon="clock">
          Under Review
        </Badge>
      )}
    </p>
  );
}

function Facts({ review }: { review: Review }) {
  const facts = [
    { label: "Would recommend", value: yesOrNo(review.wouldRecommend) },
    { label: "Intends to move out", value: yesOrNo(review.moveOutIntent) },
    { label: "How issues were reported", value: titleCaseKey(review.howIssuesReported ?? "") },
    { label: "Resolution status", value: titleCaseKey(review.issueResolutionStatus ?? "") },
    { label: "Management response", value: titleCaseKey(review.managementResponseTime ?? "") },
  ].filter((fact) => fact.value !== "");
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Photos({ review }: { review: Review }) {
  if (review.proofUrls.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Photo proof">
      {review.proofUrls.map((url, index) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="block size-16 overflow-hidden rounded-md border border-line"
          >
            <Thumbnail
              url={review.proofThumbnailUrls?.[index] ?? url}
              photoUrl={url}
              alt={`Proof ${index + 1} of ${review.proofUrls.length} for ${isolated(review.propertyName)} (opens in a new tab)`}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows the photo itself where its thumbnail cannot be had: a project may have stopped making them. */
function Thumbnail({ url, photoUrl, alt }: { url: string; photoUrl: string; alt: string }) {
  const [isMissing, setIsMissing] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before React was there to hear of it.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setIsMissing(true);
  }, []);
  return (
    <img
      ref={image}
      src={isMissing ? photoUrl : url}
      alt={alt}
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      onError={() => setIsMissing(true)}
      className="size-full bg-surface-sunken object-cover"
    />
  );
}

function yesOrNo(answer: boolean | null): string {
  if (answer === null) return "";
  return answer ? "Yes" : "No";
}
