// About what fits in twelve lines of the narrowest card; a shorter text is never cut.
const LONG_TEXT = 420;
const LONG_LINE_COUNT = 12;

/** What a tenant wrote, with its line breaks, in the direction of its script. A long text is cut after twelve lines until the reader asks for the rest. */
export function ReviewComment({ text }: { text: string }) {
  const isLong = text.length > LONG_TEXT || text.split("\n").length > LONG_LINE_COUNT;
  if (!isLong)
    return (
      <p dir="auto" className="whitespace-pre-line">
        {text}
      </p>
    );
  // A details element opens without JavaScript, too; the text stands outside it so that its beginning always shows.
  return (
    <div className="group/comment">
      <p dir="auto" className="line-clamp-[12] whitespace-pre-line group-has-[details[open]]/comment:line-clamp-none">
        {text}
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
