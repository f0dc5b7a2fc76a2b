// About what fits in twelve lines of the narrowest card; a shorter comment is never clamped.
const LONG_COMMENT = 420;
const LONG_LINE_COUNT = 12;

/** A comment with its line breaks, in the direction of its script. A long one is clamped to twelve lines until expanded. */
export function ReviewComment({ comment }: { comment: string }) {
  const isLong = comment.length > LONG_COMMENT || comment.split("\n").length > LONG_LINE_COUNT;
  if (!isLong)
    return (
      <p dir="auto" className="comment">
        {comment}
      </p>
    );
  // A details element works without JavaScript, too; the comment stands outside it so that its beginning always shows.
  return (
    <div className="group/comment">
      <p dir="auto" className="comment line-clamp-[12] group-has-[details[open]]/comment:line-clamp-none">
        {comment}
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
