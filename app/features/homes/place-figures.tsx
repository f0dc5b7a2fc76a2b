import type { PlaceFigures } from "~/data/homes";
import { formatDay } from "~/domain/dates";
import { depositSummary } from "~/domain/deposits";
import type { HomeFigures } from "~/domain/home";
import {
  answerMix,
  countOf,
  MIN_ANSWERS_OF_PLACE,
  mostFrequent,
  type Rents,
  rentsBySize,
  totalOf,
} from "~/domain/home-figures";
import { answerInWords, QUESTIONS } from "~/domain/questions";
import { StackedBar } from "~/ui/stacked-bar";
import { Figures } from "./home-figures";

/** What homes of a place cost and how many deposits came back, as small plots. (spec 10) */
export function PlacePlots({ figures }: { figures: PlaceFigures }) {
  const back = depositSummary(figures.all)?.back;
  const kinds = [depositAsked(figures.flat, "flats, "), depositAsked(figures.pg, "PGs, ")];
  // PGs and flats ask for different deposits: show both if both have enough answers.
  const asked = (kinds.includes(null) ? [depositAsked(figures.all)] : kinds).filter((text) => text !== null);
  const rents = rentsBySize(figures);
  if (!back && asked.length === 0 && rents.length === 0) return null;
  return (
    <div className="mb-6 grid grid-cols-1 gap-x-10 gap-y-5 border-b border-line pb-5 sm:grid-cols-2 [&_h2]:mb-1 [&_h2]:text-lg">
      {(back || asked.length > 0) && (
        <section aria-labelledby="deposits-back">
          <h2 id="deposits-back">{back ? `Deposits: ${countOf(back)} got all back` : "Deposits"}</h2>
          {back && <StackedBar parts={back.parts} />}
          {asked.map((text) => (
            <p key={text} className="mt-1 text-sm">
              {text}
            </p>
          ))}
        </section>
      )}
      {rents.length > 0 && <RentPlot rents={rents} />}
    </div>
  );
}

/** For each size the number of answers by band of rent, on one scale for all places, and the median. */
function RentPlot({ rents }: { rents: Rents[] }) {
  const keys = Object.keys(QUESTIONS.rent.answers);
  return (
    <section aria-labelledby="rents">
      <h2 id="rents">Rent a month, median</h2>
      <ul className="text-sm">
        {rents.map(({ label, bands, middle, of }) => {
          const counts = keys.map((band) => bands.find(({ key }) => key === band)?.count ?? 0);
          return (
            <li
              key={label}
              className="grid grid-cols-[minmax(0,5rem)_minmax(2rem,1fr)_minmax(0,8rem)] items-end gap-x-3 border-b border-line py-1"
            >
              <span>{label}</span>
              <span aria-hidden="true" className="flex h-7 items-end gap-0.5">
                {counts.map((count, index) => (
                  <span
                    key={keys[index]}
                    className="min-h-px grow bg-brand forced-colors:bg-[CanvasText]"
                    style={{ height: `${(count / Math.max(...counts)) * 100}%` }}
                  />
                ))}
              </span>
              <span className="text-right font-semibold tabular-nums">
                <span className="sr-only">: median </span>
                {middle}
                <span className="sr-only">{` of ${of} answers`}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-xs text-ink-muted">Bars: answers from under ₹5,000 to over ₹1 lakh.</p>
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
