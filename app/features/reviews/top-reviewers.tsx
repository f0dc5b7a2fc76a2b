import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { KEPT_IN_BROWSER } from "./kept-in-browser";
import type { StartReviews } from "./read-start-reviews";

interface TopReviewersProps {
  top: StartReviews["top"];
}

/** Who wrote most this month, like the board of names at the foot of a staircase. (spec 2, 9) */
export function TopReviewers({ top }: TopReviewersProps) {
  return (
    <Card as="section" aria-labelledby="top-reviewers">
      <h2 id="top-reviewers" className="mb-3 text-2xl">
        Top Reviewers This Month
      </h2>
      <Board top={top} />
    </Card>
  );
}

function Board({ top }: TopReviewersProps) {
  if (top === KEPT_IN_BROWSER) return <Notice tone="loading">Loading top reviewers...</Notice>;
  if (top === "failed") {
    return <Notice tone="error">Could not load the top reviewers. Please try again later.</Notice>;
  }
  if (top.length === 0) return <p className="text-ink-muted">No reviews yet this month.</p>;
  return (
    <ol>
      {top.map(({ label, count }, index) => (
        // Two people may have one label; a place belongs to one of them.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-baseline gap-2 py-1.5">
          <span aria-hidden="true" className="w-7 shrink-0 font-display text-lg leading-none font-bold text-brand">
            {index + 1}
          </span>
          <bdi className="min-w-0 font-semibold wrap-anywhere max-lg:grow">{label}</bdi>
          <span aria-hidden="true" className="min-w-4 grow border-b-2 border-dotted border-line-strong max-lg:hidden" />
          <span className="shrink-0 text-sm text-ink-muted">{count === 1 ? "1 review" : `${count} reviews`}</span>
        </li>
      ))}
    </ol>
  );
}
