import type { CSSProperties } from "react";
import { counted } from "./counted";

export const MAX_STARS = 5;

/** Must match the drawings of .stars in icons.css. */
const STAR = "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1L12 17.8l-6.3 3.4L7 14.1 1.8 9.2l7.1-.9z";
// In units of that drawing, which is 24 high. The stars of a rating are 26 apart.
const STAR_START = 1.8;
const STAR_WIDTH = 20.4;
const PITCH = 26;
/** The height of a star in em. Must match .stars in icons.css. */
const HEIGHT = 1.15;

/**
 * A rating as stars, the last one partly filled, with its number as text for screen readers. One element, because a list has
 * dozens: the stylesheet draws the outlines and the filled part.
 */
export function Stars({ rating, className = "" }: { rating: number; className?: string }) {
  const style = { "--filled": `${filledWidth(rating)}em` } as CSSProperties;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the stylesheet draws it, there is no file to show
      role="img"
      aria-label={`${rating} out of ${MAX_STARS} stars`}
      className={`stars ${className}`.trim()}
      style={style}
    />
  );
}

function filledWidth(rating: number): number {
  const whole = Math.floor(rating);
  const share = rating - whole;
  const width = whole * PITCH + (share > 0 ? STAR_START + share * STAR_WIDTH : 0);
  return Math.round((width / 24) * HEIGHT * 1000) / 1000;
}

/** A single star, drawn like those of a rating. */
export function Star({ isFilled, className }: { isFilled: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`star ${isFilled ? "" : "star-empty"} ${className ?? ""}`}>
      <path d={STAR} />
    </svg>
  );
}

/** Formats a number of stars: "1 star", "4 stars". */
export function starsInWords(stars: number): string {
  return counted(stars, "star");
}
