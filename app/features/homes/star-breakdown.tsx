import { type HomeQuery, homeQueryString } from "~/domain/home-query";
import { Link } from "~/ui/link";
import { Star, starsInWords } from "~/ui/star-rating";
import { reviewCount } from "./home-wording";

interface StarBreakdownProps {
  /** The path of the home's page. */
  path: string;
  /** Counts of reviews with one star, two, … five. */
  stars: readonly number[];
  query: HomeQuery;
}

/** Counts reviews by stars. Each bar links to its reviews, and the active one back to all. (spec 10) */
export function StarBreakdown({ path, stars, query }: StarBreakdownProps) {
  const total = stars.reduce((sum, count) => sum + count, 0);
  const rows = stars.map((count, index) => ({ count, star: index + 1 })).toReversed();
  return (
    <ul aria-label="Reviews by stars" className="min-w-0 grow">
      {rows.map(({ count, star }) => {
        const isShown = query.stars === star;
        const row = <Bar star={star} count={count} share={count / total} isShown={isShown} />;
        return (
          <li key={star}>
            {count === 0 && !isShown ? (
              row
            ) : (
              <Link
                to={path + homeQueryString({ ...query, stars: isShown ? null : star })}
                preventScrollReset
                aria-current={isShown || undefined}
                className="group block text-ink no-underline"
              >
                {row}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Bar({ star, count, share, isShown }: { star: number; count: number; share: number; isShown: boolean }) {
  return (
    <>
      <span className="sr-only">{`${starsInWords(star)}: ${reviewCount(count)}`}</span>
      <span
        aria-hidden="true"
        className={`grid min-h-6 grid-cols-[1.75rem_1fr_auto] items-center gap-2 text-sm leading-none ${count === 0 ? "text-ink-muted" : ""} ${isShown ? "font-bold" : ""}`}
      >
        <span className="flex items-center justify-between">
          {star}
          <Star isFilled className="size-3.5" />
        </span>
        <span className="h-2.5 overflow-hidden rounded-sm bg-surface-sunken outline-1 -outline-offset-1 outline-line group-hover:outline-ink">
          {count > 0 && (
            <span
              className="block h-full rounded-sm border border-star bg-haldi forced-colors:bg-[CanvasText]"
              style={{ width: `${share * 100}%` }}
            />
          )}
        </span>
        <span className="min-w-6 text-right tabular-nums group-hover:underline">{count.toLocaleString("en-IN")}</span>
      </span>
    </>
  );
}
