import type { ReactNode } from "react";
import { languageOf } from "./language-of";

// The approximate number of characters in a line of the narrowest card.
const LINE_LENGTH = 35;

interface ClampedTextProps {
  text: string;
  className: string;
  /** A Tailwind class such as "line-clamp-6": the visible lines of a long text. */
  clamp: string;
  /** A text with more lines than this, in the narrowest card, is long. */
  lines?: number;
  /** The text with highlights, if any. */
  children?: ReactNode;
}

/** Text with line breaks, in the direction of its script. Long text is clamped until the reader expands it. */
export function ClampedText({ text, className, clamp, lines = 12, children = text }: ClampedTextProps) {
  const isLong = text.length > lines * LINE_LENGTH || text.split("\n").length > lines;
  if (!isLong)
    return (
      <p dir="auto" lang={languageOf(text)} className={className}>
        {children}
      </p>
    );
  // A details element works without JavaScript. The text is outside it, so that its first lines always show.
  return (
    <div className="group/clamped">
      <p
        dir="auto"
        lang={languageOf(text)}
        className={`${className} ${clamp} group-has-[details[open]]/clamped:line-clamp-none`}
      >
        {children}
      </p>
      <details className="group/toggle">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-sm font-semibold link [&::-webkit-details-marker]:hidden">
          <span className="group-open/toggle:hidden">Read more</span>
          <span className="hidden group-open/toggle:inline">Show less</span>
        </summary>
      </details>
    </div>
  );
}
