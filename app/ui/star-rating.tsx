const STAR = "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1L12 17.8l-6.3 3.4L7 14.1 1.8 9.2l7.1-.9z";
export const MAX_STARS = 5;

/** A rating to read: whole stars, named as text for screen readers. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    // An <img> would be five files; this is one picture made of five drawings.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span
      role="img"
      aria-label={`${rating} out of ${MAX_STARS} stars`}
      className={`inline-flex shrink-0 gap-0.5 text-star ${className ?? ""}`}
    >
      {Array.from({ length: MAX_STARS }, (_, index) => (
        <Star key={index} isFilled={index < Math.round(rating)} className="size-[1.15em]" />
      ))}
    </span>
  );
}

export function Star({ isFilled, className }: { isFilled: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} data-filled={isFilled || undefined}>
      <path
        d={STAR}
        fill={isFilled ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
