export const MAX_STARS = 5;

const STAR = "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1L12 17.8l-6.3 3.4L7 14.1 1.8 9.2l7.1-.9z";
const STAR_START = 1.8;
const STAR_WIDTH = 20.4;
const PITCH = 26;

/** A rating to read: one drawing, its last star filled as far as the number goes, named as text for screen readers. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={`${rating} out of ${MAX_STARS} stars`}
      viewBox={`0 0 ${PITCH * MAX_STARS - 2} 24`}
      className={`inline-block h-[1.15em] w-[6.13em] shrink-0 text-star ${className ?? ""}`}
    >
      {Array.from({ length: MAX_STARS }, (_, index) => (
        <svg key={index} x={index * PITCH} width="24" height="24">
          <path d={STAR} {...paint(rating >= index + 1)} />
          {rating > index && rating < index + 1 && <PartOfStar share={rating - index} />}
        </svg>
      ))}
    </svg>
  );
}

// Cut off by the edge of its own drawing: a clip path would need an id for every star of the page.
function PartOfStar({ share }: { share: number }) {
  return (
    <svg width={STAR_START + share * STAR_WIDTH} height="24">
      <path d={STAR} {...paint(true)} />
    </svg>
  );
}

/** A single star, for those who choose. */
export function Star({ isFilled, className }: { isFilled: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path d={STAR} {...paint(isFilled)} />
    </svg>
  );
}

function paint(isFilled: boolean) {
  return {
    fill: isFilled ? "currentColor" : "none",
    stroke: "currentColor",
    strokeWidth: 1.5,
    strokeLinejoin: "round",
  } as const;
}
