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
                className="block text-ink no-underline"
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
      <span aria-hidden="true" className={`star-bar ${isShown ? "font-bold" : ""}`}>
        <span>
          {star}
          <Star isFilled className="size-3.5" />
        </span>
        <span>{count > 0 && <span style={{ width: `${share * 100}%` }} />}</span>
        <span>{count.toLocaleString("en-IN")}</span>
      </span>
    </>
  );
}
