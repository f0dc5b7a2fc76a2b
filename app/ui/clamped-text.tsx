import type { ReactNode } from "react";
import { languageOf } from "./language-of";

// In the narrowest card a line has about so many characters.
const LINE_LENGTH = 35;

interface ClampedTextProps {
  text: string;
  className: string;
  /** The number of lines that show of a long text, as a class of Tailwind. */
  clamp: string;
  /** From more lines on in the narrowest card a text is long. */
  lines?: number;
  /** The text with its marks, where it has any. */
  children?: ReactNode;
}

/** A text with its line breaks, in the direction of its script. A long one is clamped until expanded. */
export function ClampedText({ text, className, clamp, lines = 12, children = text }: ClampedTextProps) {
  const isLong = text.length > lines * LINE_LENGTH || text.split("\n").length > lines;
  if (!isLong)
    return (
      <p dir="auto" lang={languageOf(text)} className={className}>
        {children}
      </p>
    );
  // A details element works without JavaScript, too; the text stands outside it so that its beginning always shows.
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
