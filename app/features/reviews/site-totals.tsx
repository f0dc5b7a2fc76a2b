import { counted } from "~/ui/counted";
import type { StartReviews } from "./read-start-reviews";

/** The size of the site, below Home's search: "321 reviews of 61 homes". (spec 10) */
export function SiteTotals({ totals }: { totals: StartReviews["totals"] }) {
  if (totals === null || totals === "failed") return null;
  return (
    <p className="mt-2 text-ink-muted">
      <strong className="text-ink">{counted(totals.reviews, "review")}</strong> of {counted(totals.homes, "home")}
    </p>
  );
}
