import { formatDay } from "~/domain/dates";
import { homePath, type HomeSummary } from "~/domain/home";
import { averageRating } from "~/domain/property-group";
import { ButtonLink } from "~/ui/button";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Stars } from "~/ui/star-rating";
import { factsText, reviewCount, highlightOf } from "./home-wording";
import { ShortlistButton } from "./shortlist-button";

interface HomeListProps {
  homes: HomeSummary[];
  /** Whether to show the locality of each home. */
  hasLocality: boolean;
  /** Returns the path of the page that starts after a cursor, or of the first page. */
  pathFrom: (after: string | null) => string;
  /** The cursor of the next page; null for the last. */
  next: string | null;
  isLaterPage: boolean;
}

/** The homes of a place. (spec 10) */
export function HomeList({ homes, hasLocality, pathFrom, next, isLaterPage }: HomeListProps) {
  return (
    <>
      <ul className="-mt-4 flex flex-col">
        {homes.map((home) => (
          <li key={home.propertyId} className="border-b border-line last:border-b-0">
            <HomeEntry home={home} hasLocality={hasLocality} />
          </li>
        ))}
      </ul>
      {(next !== null || isLaterPage) && (
        <p className="mt-6 flex flex-wrap gap-3">
          {isLaterPage && (
            <ButtonLink to={pathFrom(null)} variant="secondary">
              First homes
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink to={pathFrom(next)} rel="next" variant="secondary">
              More homes
            </ButtonLink>
          )}
        </p>
      )}
    </>
  );
}

function HomeEntry({ home, hasLocality }: { home: HomeSummary; hasLocality: boolean }) {
  const average = averageRating(home);
  const { text, isQuote } = highlightOf(home);
  const facts = factsText(home.facts);
  return (
    <article className="py-4 wrap-anywhere">
      <h2 className="text-xl">
        <Link
          to={homePath(home)}
          className="text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink hover:decoration-2"
        >
          <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
        </Link>
      </h2>
      {hasLocality && home.locality && (
        <p className="text-sm text-ink-muted">
          <bdi lang={languageOf(home.locality)}>{home.locality}</bdi>
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 text-sm text-ink-muted">
        <Stars rating={Number(average)} />
        <span>
          <strong className="text-ink">{average}</strong>
          {` from ${reviewCount(home.count)}`}
        </span>
        <span>
          {"last review on "}
          <time dateTime={home.lastReviewOn}>{formatDay(home.lastReviewOn)}</time>
        </span>
      </p>
      {facts && <p className="text-sm text-ink-muted">{facts}</p>}
      <p className="mt-1.5 line-clamp-2" dir="auto" lang={languageOf(text)}>
        {isQuote ? <q>{text}</q> : text}
      </p>
      <p className="-mb-2 flex flex-wrap items-center gap-x-4">
        <ShortlistButton home={home} variant="ghost" className="-ml-3.5" />
      </p>
    </article>
  );
}
