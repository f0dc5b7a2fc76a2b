import { formatDay } from "~/domain/dates";
import { reportedKey } from "~/domain/report";
import type { Review } from "~/domain/review";
import { ReportButton } from "./report-button";
import { useIsReportedHere } from "./use-is-reported-here";

/** The reply of the owner or manager of the home. (spec 11) */
export function ReplyOfOwner({ review }: { review: Review }) {
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
