import type { PlaceFigures } from "~/data/homes";
import { formatDay } from "~/domain/dates";
import { homePath, type HomeFigures } from "~/domain/home";
import { answerMix, countOf, MIN_ANSWERS_OF_PLACE, mostFrequent, totalOf } from "~/domain/home-figures";
import { averageRating } from "~/domain/property-group";
import { answerInWords } from "~/domain/questions";
import { languageOf } from "~/ui/language-of";
import { Link } from "~/ui/link";
import { Stars } from "~/ui/star-rating";
import { Figures } from "./home-figures";
import { factsText, reviewCount, highlightOf } from "./home-wording";

/** The deposit that most tenants were asked for, and the best homes of a place. (spec 10) */
export function BestOfPlace({ figures, hasLocality }: { figures: PlaceFigures; hasLocality: boolean }) {
  const kinds = [depositAsked(figures.flat, "flats and houses, "), depositAsked(figures.pg, "PGs, ")];
  // PGs and flats ask for different deposits: show both if both have enough answers.
  const deposits = kinds.includes(null) ? [depositAsked(figures.all)] : kinds;
  const [deposit = null] = deposits;
  if (deposit === null && figures.best.length === 0) return null;
  return (
    <section aria-label="In short" className="mb-8 border-l-4 border-brand bg-surface px-4 py-3">
      {deposits.map(
        (text) =>
          text && (
            <p key={text} className="font-semibold">
              {text}
            </p>
          ),
      )}
      {figures.best.length > 0 && (
        <>
          <h2 className={`text-xl ${deposit === null ? "" : "mt-3"}`}>Best rated</h2>
          <p className="text-sm text-ink-muted">More reviews weigh more.</p>
          <ol className="mt-1">
            {figures.best.map((home) => {
              const { text, isQuote } = highlightOf(home);
              const facts = factsText(home.facts);
              return (
                <li key={home.propertyId} className="border-t border-line py-2 wrap-anywhere first:border-t-0">
                  <Link to={homePath(home)} className="link inline-flex min-h-8 items-center font-semibold">
                    <bdi lang={languageOf(home.propertyName)}>{home.propertyName}</bdi>
                  </Link>
                  {hasLocality && home.locality && (
                    <span className="text-sm text-ink-muted">
                      {" · "}
                      <bdi lang={languageOf(home.locality)}>{home.locality}</bdi>
                    </span>
                  )}
                  <p className="flex flex-wrap items-center gap-x-2.5 text-sm text-ink-muted">
                    <Stars rating={Number(averageRating(home))} />
                    <span>
                      <strong className="text-ink">{averageRating(home)}</strong> from {reviewCount(home.count)}
                    </span>
                  </p>
                  {facts && <p className="text-sm text-ink-muted">{facts}</p>}
                  <p className="line-clamp-2 text-sm" dir="auto" lang={languageOf(text)}>
                    {isQuote ? <q>{text}</q> : text}
                  </p>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
}

/** Returns a text such as "Deposit asked: 2 months (14 of 22)"; null for fewer than ten answers. (spec 10) */
function depositAsked(figures: HomeFigures, kind = ""): string | null {
  const mix = answerMix(figures, "deposit", MIN_ANSWERS_OF_PLACE);
  const most = mostFrequent(mix ?? []);
  if (!mix || !most) return null;
  const asked = answerInWords("deposit", most.key)?.text;
  return `Deposit asked: ${kind}${asked} (${countOf({ count: most.count, of: totalOf(mix) })})`;
}

/** The figures of a place, split into PGs and flats if both have enough answers. (spec 10) */
export function FiguresOfPlace({ figures: { all, pg, flat, refreshedOn } }: { figures: PlaceFigures }) {
  const kinds = [
    { title: "PGs and shared rooms in figures", idPrefix: "pg-", figures: pg },
    { title: "Flats and houses in figures", idPrefix: "flat-", figures: flat },
  ];
  const hasBoth = kinds.every(({ figures }) => Object.keys(figures).length > 0);
  if (Object.keys(all).length === 0) return null;
  return (
    <div className="flex flex-col gap-10 lg:col-span-2">
      {hasBoth ? (
        kinds.map((kind) => <Figures key={kind.title} minAnswers={MIN_ANSWERS_OF_PLACE} {...kind} />)
      ) : (
        <Figures figures={all} minAnswers={MIN_ANSWERS_OF_PLACE} />
      )}
      <p className="text-sm text-ink-muted">
        Figures as of <time dateTime={refreshedOn}>{formatDay(refreshedOn)}</time>, of questions that ten or more
        tenants have answered.
      </p>
    </div>
  );
}
