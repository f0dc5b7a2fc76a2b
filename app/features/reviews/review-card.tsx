import { useContext, useEffect, useRef, useState } from "react";
import { formatDay, formatMonth } from "~/domain/dates";
import { isolated } from "~/domain/plain-text";
import { answerInWords, question, QUESTION_KEYS } from "~/domain/questions";
import { answerPath } from "~/domain/reply";
import { reportStatus } from "~/domain/report";
import { NO_COMMENT, type Review, reviewAnchor, visibleIssues } from "~/domain/review";
import { Card } from "~/ui/card";
import { ClampedText } from "~/ui/clamped-text";
import { languageOf } from "~/ui/language-of";
import { Stars } from "~/ui/star-rating";
import { homeAddress, reviewAddress } from "./home-address";
import { MarkedReviewContext } from "./marked-review";
import { ReplyOfOwner } from "./reply-of-owner";
import { ReportButton } from "./report-button";
import { ReviewBadges } from "./review-badges";
import { SeverityBadge } from "./severity-badge";
import { useIsReportedHere } from "./use-is-reported-here";

interface ReviewCardProps {
  review: Review;
  /** The page of its home, where a list knows it already. */
  home?: string | null;
  /** On the page of the home, where its owner or manager looks. */
  isToBeAnswered?: boolean;
}

/** One review in full. reviews.css has the looks of its parts: a list repeats them by the dozen. (spec 2, review card) */
export function ReviewCard({ review, home = homeAddress(review), isToBeAnswered = false }: ReviewCardProps) {
  const { canReport, isUnderReview } = reportStatus(review, useIsReportedHere(review.id));
  const isMarked = useContext(MarkedReviewContext) === review.id;
  const titleId = `title-${review.id}`;
  const homeId = `home-${review.id}`;
  const day = formatDay(review.publishedOn);
  return (
    <Card
      as="article"
      id={reviewAnchor(review.id)}
      aria-labelledby={`${titleId} ${homeId}`}
      aria-current={isMarked || undefined}
      tabIndex={-1}
      className="review render-near-[28rem]"
    >
      {/* What tells one review from another in a list of headings; the home is named by the heading above. */}
      <h3 id={titleId} aria-label={`${starsInWords(review.rating)}, ${day}, ${review.displayName}`}>
        <Stars rating={review.rating} />
        <time dateTime={review.publishedOn}>{day}</time>
        <bdi>{review.displayName}</bdi>
      </h3>
      <p>
        <bdi id={homeId} lang={languageOf(review.propertyName)}>
          {review.propertyName}
        </bdi>
        {tenancyText(review)}
      </p>
      <ReviewBadges review={review} isUnderReview={isUnderReview} />
      <ClampedText text={review.comment.trim() || NO_COMMENT} className="comment" clamp="line-clamp-[12]" />
      <Issues review={review} />
      <FollowUps review={review} />
      <Facts review={review} />
      <Photos review={review} />
      <ReplyOfOwner review={review} />
      <footer>
        {/* No link of the router's: it is mostly copied, and dozens of those took a sixth of the time to render a list. */}
        <a
          href={reviewAddress(review.id, home)}
          aria-label={`Link to this review by ${review.displayName}`}
          className="button button-ghost button-sm icon-link"
        >
          Link to this review
        </a>
        <ReportButton reviewId={review.id} author={review.displayName} canReport={canReport} />
        {isToBeAnswered && !review.reply && (
          <a
            href={answerPath(review.id)}
            aria-label={`Is this your home? Answer the review by ${review.displayName}`}
            className="button button-ghost button-sm noscript:hidden"
          >
            Is this your home? Answer
          </a>
        )}
      </footer>
    </Card>
  );
}

function Issues({ review }: { review: Review }) {
  const issues = visibleIssues(review.reportedIssues);
  if (issues.length === 0) return null;
  return (
    <>
      <h4>Reported issues</h4>
      <ul>
        {issues.map((issue) => (
          <li key={issue.id}>
            <bdi>{issue.description}</bdi> {issue.severity && <SeverityBadge severity={issue.severity} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function FollowUps({ review }: { review: Review }) {
  if (review.followUps.length === 0) return null;
  return (
    <>
      <h4>Added later by the author</h4>
      <ul>
        {review.followUps.map(({ text, addedOn }) => (
          <li key={text}>
            <time dateTime={addedOn}>{formatDay(addedOn)}</time>: <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function starsInWords(rating: number): string {
  return rating === 1 ? "1 star" : `${rating} stars`;
}

/** What goes on after the home's name: " · Apartment · 1–2 years · moved in Jan 2025", each part where it was given. */
function tenancyText({ answers, moveInDate }: Review): string {
  const month = moveInDate === null ? "" : formatMonth(moveInDate);
  const beside = QUESTION_KEYS.filter((key) => question(key).section === "property").map((key) => answers[key]);
  return [...beside, month && `moved in ${month}`]
    .filter(Boolean)
    .map((part) => ` · ${part}`)
    .join("");
}

const RECOMMENDS: Record<string, string> = { true: "icon-tick", false: "icon-cross" };

/** What else was answered, as one wrapping line. (spec 2) */
function Facts({ review: { answers } }: { review: Review }) {
  const facts = QUESTION_KEYS.flatMap((key) => {
    const answer = answers[key];
    const words = answer === undefined || question(key).section === "property" ? null : answerInWords(key, answer);
    return words ? [{ key, ...words, icon: key === "would_recommend" ? RECOMMENDS[answer ?? ""] : undefined }] : [];
  });
  if (facts.length === 0) return null;
  return (
    <ul className="facts">
      {facts.map(({ key, label, text, icon }) => (
        <li key={key} className={icon}>
          {label === undefined ? text : `${label}: `}
          {label !== undefined && <b>{text}</b>}
        </li>
      ))}
    </ul>
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
