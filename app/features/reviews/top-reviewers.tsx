import { Card } from "~/ui/card";
import { counted } from "~/ui/counted";
import { Notice } from "~/ui/notice";
import type { StartReviews } from "./read-start-reviews";

interface TopReviewersProps {
  top: StartReviews["top"];
}

/** The reviewers with most reviews this month. (spec 2, 9) */
export function TopReviewers({ top }: TopReviewersProps) {
  return (
    <Card as="section" aria-labelledby="top-reviewers">
      <h2 id="top-reviewers" className="mb-2 text-xl">
        Top Reviewers This Month
      </h2>
      <Board top={top} />
    </Card>
  );
}

function Board({ top }: TopReviewersProps) {
  if (!top) return <Notice tone="loading">Loading top reviewers...</Notice>;
  if (top === "failed") {
    return <Notice tone="error">Could not load the top reviewers. Please try again later.</Notice>;
  }
  if (top.length === 0) return <p className="text-ink-muted">No reviews yet this month.</p>;
  return (
    <ol className="grid gap-x-8 text-sm sm:max-md:grid-cols-2">
      {top.map(({ label, count }, index) => (
        // Two people may have the same label.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-baseline gap-2 py-1">
          <span aria-hidden="true" className="w-5 shrink-0 font-display text-base leading-none font-bold text-brand">
            {index + 1}
          </span>
          <bdi className="min-w-0 grow font-semibold wrap-anywhere">{label}</bdi>
          <span className="shrink-0 text-ink-muted">{counted(count, "review")}</span>
        </li>
      ))}
    </ol>
  );
}
