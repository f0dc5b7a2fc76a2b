import { isEarlyReviewer, type Review } from "~/domain/review";

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
export function ReviewBadges({ review, isUnderReview }: { review: Review; isUnderReview: boolean }) {
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
