import { createContext, Fragment, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { formatDay, formatMonth } from "~/domain/dates";
import { depositSentence } from "~/domain/deposit-sentence";
import { depositHistory, latestAnswers } from "~/domain/follow-up";
import { markedParts } from "~/domain/marked-parts";
import { isolated } from "~/domain/plain-text";
import { answerInWords, factOf, question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";
import { reportedKey, reportStatus } from "~/domain/report";
import { answerPath, isEarlyReviewer, NO_COMMENT, type Review, reviewAnchor, visibleIssues } from "~/domain/review";
import { Card } from "~/ui/card";
import { ClampedText } from "~/ui/clamped-text";
import { languageOf } from "~/ui/language-of";
import { Stars, starsInWords } from "~/ui/star-rating";
import { homeAddress, reviewAddress } from "./home-link";
import { ReportButton } from "./report-button";
import { isKeyOf, type Severity } from "~/domain/enumerations";
import { Badge } from "~/ui/badge";
import { reportedReviews, subscribeToReports } from "~/data/report-memory";

interface ReviewCardProps {
  review: Review;
  /** The path of the home's page; null if homes have no pages. By default derived from the review. */
  home?: string | null;
  /** Whether the card is on the page of its home. The page's heading names the home, so the card does not, and owners and managers can reply. */
  isOnPageOfHome?: boolean;
}

/** One review in full. reviews.css styles its parts, which a list repeats by the dozen. (spec 2, review card) */
export function ReviewCard({ review, home = homeAddress(review), isOnPageOfHome = false }: ReviewCardProps) {
  const { canReport, isUnderReview } = reportStatus(review, useIsReportedHere(review.id));
  const isMarked = useContext(MarkedReviewContext) === review.id;
  const titleId = `title-${review.id}`;
  const homeId = `home-${review.id}`;
  const day = formatDay(review.publishedOn);
  return (
    <Card
      as="article"
      id={reviewAnchor(review.id)}
      aria-labelledby={isOnPageOfHome ? titleId : `${titleId} ${homeId}`}
      aria-current={isMarked || undefined}
      tabIndex={-1}
      className="review render-near-[28rem]"
    >
      {/* Distinguishes reviews in a screen reader's list of headings. The heading above names the home. */}
      <h3 id={titleId} aria-label={`${starsInWords(review.rating)}, ${day}, ${review.displayName}`}>
        <Stars rating={review.rating} />
        <time dateTime={review.publishedOn}>{day}</time>
        <bdi>{review.displayName}</bdi>
      </h3>
      {!isOnPageOfHome && (
        <p>
          <bdi id={homeId} lang={languageOf(review.propertyName)}>
            {review.propertyName}
          </bdi>
        </p>
      )}
      <ReviewBadges review={review} isUnderReview={isUnderReview} />
      <Comment text={review.comment.trim() || NO_COMMENT} />
      <Facts review={review} />
      <Issues review={review} />
      <FollowUps review={review} />
      <Photos review={review} />
      <ReplyOfOwner review={review} />
      <footer>
        {/* Visible on phones only, where a list shows only the start of each review. Styled in reviews.css. */}
        {!isOnPageOfHome && (
          <details className="whole">
            <summary className="button button-ghost button-sm">Whole review</summary>
          </details>
        )}
        {/* Not a router link: visitors mostly copy it, and dozens of router links took a sixth of the rendering time of a list. */}
        <a
          href={reviewAddress(review.id, home)}
          rel="nofollow"
          aria-label={`Link to this review by ${review.displayName}`}
          className="button button-ghost button-sm icon icon-link"
        >
          Link
        </a>
        <ReportButton reviewId={review.id} author={review.displayName} canReport={canReport} />
        {isOnPageOfHome && !review.reply && (
          <a
            href={answerPath(review.id)}
            rel="nofollow"
            aria-label={`Answer as owner: the review by ${review.displayName}`}
            className="button button-ghost button-sm icon icon-reply noscript:hidden"
          >
            Answer as owner
          </a>
        )}
      </footer>
    </Card>
  );
}

/** The comment, with the words of the requested topic marked. (spec 10) */
function Comment({ text }: { text: string }) {
  const topicWords = useContext(TopicWordsContext);
  return (
    <ClampedText text={text} className="comment" clamp="line-clamp-[12]">
      {topicWords
        ? markedParts(text, topicWords).map((part, place) =>
            part.isMarked ? <mark key={place}>{part.text}</mark> : part.text,
          )
        : text}
    </ClampedText>
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
            <ClampedText text={issue.description} className="issue" clamp="line-clamp-4" lines={6} />{" "}
            {issue.severity && <SeverityBadge severity={issue.severity} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function FollowUps({ review }: { review: Review }) {
  if (review.followUps.length === 0) return null;
  const history = depositHistory(review);
  return (
    <>
      <h4>Added later by the author</h4>
      <ul>
        {history && <li>Did the deposit come back? {history}</li>}
        {review.followUps.map(
          ({ text, addedOn }) =>
            text && (
              <li key={text}>
                <time dateTime={addedOn}>{formatDay(addedOn)}</time>: <bdi>{text}</bdi>
              </li>
            ),
        )}
      </ul>
    </>
  );
}

const RECOMMENDS: Record<string, string> = { true: "icon icon-tick", false: "icon icon-cross" };

/** The questions whose answers a card shows. The deposit has a sentence, the others are behind "All N answers". (spec 2, 10) */
const MAIN_QUESTIONS: readonly QuestionKey[] = [
  ...(["rent", "size", "water", "would_recommend", "move_out_intent"] as const),
  ...(["how_issues_reported", "issue_resolution_status"] as const),
];

/** The answers: the deposit as a sentence, the main ones in one line, and all of them as a list on request. (spec 2, 10) */
function Facts({ review: { answers, moveInDate, followUps } }: { review: Review }) {
  const deposit = depositSentence(latestAnswers(answers, followUps));
  const facts = MAIN_QUESTIONS.flatMap((key) => {
    const answer = answers[key] ?? "";
    const text = factOf(key, answer);
    return text === null ? [] : [{ key, text, icon: key === "would_recommend" ? RECOMMENDS[answer] : undefined }];
  });
  const movedIn = moveInDate === null ? [] : [{ key: "moved-in", label: "Moved in", text: formatMonth(moveInDate) }];
  const rows = QUESTION_KEYS.flatMap((key) => {
    const words = answerInWords(key, answers[key] ?? "");
    return words ? [{ key, label: words.label ?? question(key).asks, text: words.text }] : [];
  });
  const others = rows.filter(({ key }) => !MAIN_QUESTIONS.includes(key) && !(deposit && key.startsWith("deposit")));
  return (
    <>
      {deposit && (
        <p className="deposit">
          <span>{deposit.asked}</span>
          {deposit.outcome}
        </p>
      )}
      {facts.length > 0 && (
        <p className="facts">
          {facts.map(({ key, text, icon }) => (
            <Fragment key={key}>
              <span className={icon}>{text}</span>{" "}
            </Fragment>
          ))}
        </p>
      )}
      {others.length + movedIn.length > 0 && (
        <details className="answers">
          <summary>{`All ${movedIn.length + rows.length} answers`}</summary>
          <dl>
            {[...movedIn, ...rows].map(({ key, label, text }) => (
              <div key={key}>
                <dt>{label}</dt> <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Photos({ review }: { review: Review }) {
  if (review.proofUrls.length === 0) return null;
  return (
    <ul className="photos" aria-label="Photo proof">
      {review.proofUrls.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener">
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

/** Falls back to the photo if its thumbnail fails: a project may have stopped rendering them. */
function Thumbnail({ url, photoUrl, alt }: { url: string; photoUrl: string; alt: string }) {
  const [isMissing, setIsMissing] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The thumbnail may have failed before hydration, when no handler was attached.
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
    />
  );
}

/** The severity of an issue in words and bars, because color alone is not accessible. (spec 2) */
function SeverityBadge({ severity }: { severity: string }) {
  const key = severity.trim().toLowerCase();
  const look = isKeyOf(LOOKS, key) ? LOOKS[key] : UNKNOWN;
  return <Badge {...look}>{severity}</Badge>;
}

const LOOKS = {
  minor: { variant: "outline", className: "icon icon-bars severity-1" },
  moderate: { variant: "secondary", className: "icon icon-bars severity-2" },
  major: { variant: "destructive", className: "icon icon-bars severity-3" },
  critical: { variant: "destructive", className: "icon icon-bars severity-4" },
} as const satisfies Record<Lowercase<Severity>, object>;

const UNKNOWN = { variant: "outline" } as const;

/** Styles and explanations. Must agree with review-policy.md (content/policy-clauses.test.ts). */
const BADGES = {
  early: {
    name: "Verified Early Reviewer",
    look: "badge-secondary icon icon-award",
    meaning: "Published on or before 30 June 2025. It says nothing about proof.",
  },
  verified: {
    name: "Verified by Community",
    look: "badge-success icon icon-shield",
    meaning: "The author uploaded at least one photo as proof. Nobody has checked the photo.",
  },
  underReview: {
    name: "Under Review",
    look: "badge-warning icon icon-clock",
    meaning: "Someone has reported this review. It stays public while the team looks at it.",
  },
} as const;

/** The badges of a review. Each opens its explanation, also without JavaScript. (spec 2) */
function ReviewBadges({ review, isUnderReview }: { review: Review; isUnderReview: boolean }) {
  const badges = [
    ...(isEarlyReviewer(review.publishedOn) ? [BADGES.early] : []),
    ...(review.verified ? [BADGES.verified] : []),
    ...(isUnderReview ? [BADGES.underReview] : []),
  ];
  if (badges.length === 0) return null;
  return (
    <div className="badges">
      {badges.map(({ name, look, meaning }) => (
        <details key={name}>
          <summary className={`badge ${look}`}>{name}</summary>
          {meaning}
        </details>
      ))}
    </div>
  );
}

/** The reply of the owner or manager of the home. (spec 11) */
function ReplyOfOwner({ review }: { review: Review }) {
  const isReported = useIsReportedHere(reportedKey(review.id, "reply"));
  if (!review.reply) return null;
  const { text, createdOn } = review.reply;
  return (
    <section className="reply" aria-label="Reply">
      <h4>Reply from the owner or manager (identity not checked)</h4>
      <p dir="auto">{text}</p>
      <p>
        <time dateTime={createdOn}>{formatDay(createdOn)}</time>
        <ReportButton reviewId={review.id} reported="reply" author={review.displayName} canReport={!isReported} />
      </p>
    </section>
  );
}

/**
 * Returns whether this device has reported the review or reply with this key. False on the server, whose pages are the same for all
 * visitors.
 */
function useIsReportedHere(key: string): boolean {
  return useSyncExternalStore(
    subscribeToReports,
    () => reportedReviews().has(key),
    () => false,
  );
}

/** The id of the review in the URL (`#review-…` or `?review=`), which its card highlights. */
export const MarkedReviewContext = createContext<string | null>(null);

/** The word stems of the topic in the URL; null without a topic. */
export const TopicWordsContext = createContext<readonly string[] | null>(null);
