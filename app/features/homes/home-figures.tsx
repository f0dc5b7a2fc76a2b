import type { ReactNode } from "react";
import { type HomeFigures, slug } from "~/domain/home";
import {
  answerCounts,
  countOf,
  type FigureList,
  figureLists,
  MIN_ANSWERS,
  moveInRange,
  severityCounts,
  starCounts,
  totalOf,
  type YearOfHome,
  yearsOfHome,
} from "~/domain/home-figures";
import { question, type QuestionKey } from "~/domain/questions";
import { Link } from "~/ui/link";
import { StackedBar } from "~/ui/stacked-bar";
import { movedInText } from "./home-wording";

/** Returns the id of the bars of a question on the page of a home. */
export function figureId(key: QuestionKey): string {
  const { figure } = question(key);
  return idOf(typeof figure === "object" && figure !== null ? figure.in : (figure ?? ""));
}

function idOf(title: string): string {
  return `figure-${slug(title)}`;
}

interface FiguresProps {
  figures: HomeFigures;
  title?: string;
  /** Keeps ids apart if a page has several sets of figures. */
  idPrefix?: string;
  /** Questions with fewer answers are left out; by default three. */
  minAnswers?: number;
}

/** Shows how many reviews of a home or place give each answer. (spec 10) */
export function Figures({ figures, title: heading = "In figures", idPrefix = "", minAnswers }: FiguresProps) {
  const lists = figureLists(figures, minAnswers);
  const partsOf = (...sections: FigureList["section"][]) =>
    lists
      .filter(({ section }) => sections.includes(section))
      .map((list) => <Answers key={list.title} list={list} idPrefix={idPrefix} />);
  const years = yearsOfHome(figures);
  const reviews = totalOf(starCounts(figures).map((count) => ({ count })));
  const issues = issueList(figures, reviews);
  const groups = [
    { title: "Money", parts: partsOf("money") },
    { title: "Living", parts: partsOf("living") },
    { title: "Rules", parts: partsOf("rules") },
    { title: "In a PG or shared room", parts: partsOf("pg") },
    { title: "Tenants", parts: [...partsOf("feedback", "property"), ...tenants(figures, idPrefix)] },
    {
      title: "Management",
      parts: [...partsOf("management"), ...(issues ? [<Answers key="issues" list={issues} />] : [])],
    },
  ].filter(({ parts }) => parts.length > 0);
  // The one or two reviews of a thin home show the same.
  const isThin = lists.length === 0 && reviews < MIN_ANSWERS;
  if (groups.length === 0 || isThin) return null;
  return (
    <section aria-labelledby={`${idPrefix}in-figures`} className="flex flex-col gap-2 lg:col-span-2">
      <h2 id={`${idPrefix}in-figures`} className="text-2xl">
        {heading}
      </h2>
      {years.length > 0 && <YearsPlot years={years} />}
      {groups.map(({ title, parts }) => (
        <div key={title} className="border-t-2 border-line pt-3">
          <h3 className="mb-3 text-xl">{title}</h3>
          <div className="gap-x-12 sm:columns-2 lg:columns-3">{parts}</div>
          {title === "Money" && (
            <Link to="/deposit" className="link">
              Get your deposit back
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}

function tenants(figures: HomeFigures, idPrefix: string): ReactNode[] {
  const types = answerCounts(figures, "property_type").toSorted((a, b) => b.count - a.count);
  const movedIn = moveInRange(figures);
  if (types.length === 0 && !movedIn) return [];
  return [
    <Figure key="tenants" title="Who has lived here" idPrefix={idPrefix}>
      {types.length > 0 && <p>{types.map(({ label, count }) => `${label} (${count})`).join(", ")}</p>}
      {movedIn && <p>{movedInText(movedIn)}</p>}
    </Figure>,
  ];
}

/** Returns the reviews by severity of their issues as shares of `of` reviews; null without any. */
function issueList(figures: HomeFigures, of: number): FigureList | null {
  const bars = severityCounts(figures).map((count) => ({ ...count, of }));
  const counts = "Reviews with such an issue.";
  // A review can have issues of several severities, so they are not parts of one whole.
  return bars.length === 0
    ? null
    : { title: "Issues reported", section: "management", counts, bars, hasOwnTotals: true };
}

/** Shows a question: one answer as a sentence, several as a stacked bar, and several questions as a bar each. */
function Answers({ list, idPrefix }: { list: FigureList; idPrefix?: string }) {
  const { title, counts, bars, hasOwnTotals, worst } = list;
  const [first] = bars;
  return (
    <Figure title={title} idPrefix={idPrefix}>
      {bars.length === 1 && first ? (
        <p>{`${first.label}: ${countOf(first)}`}</p>
      ) : hasOwnTotals ? (
        <ul className="bars">
          {bars.map(({ key, label, count, of }) => (
            <li key={key}>
              <span>
                {label}
                <span className="sr-only">:</span>
              </span>
              <span aria-hidden="true">
                <span style={{ width: `${(count / of) * 100}%` }} />
              </span>
              <span>{countOf({ count, of })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <StackedBar
          isColumn
          parts={bars.map((bar, place) => ({
            ...bar,
            tone: bar.key === worst ? "fair" : String(Math.min(place, MAX_TONE)),
          }))}
        />
      )}
      {counts && <p className="mt-1.5 text-ink-muted">{counts}</p>}
    </Figure>
  );
}

/** The lightest tone of a stacked bar. */
const MAX_TONE = 4;

const PLOT = { step: 88, height: 96, top: 22, bottom: 84 };

/** Plots score and deposits back of each year, with a table for screen readers. (spec 10) */
function YearsPlot({ years }: { years: YearOfHome[] }) {
  const x = (place: number) => PLOT.step * (place + 0.5);
  const y = (share: number) => PLOT.bottom - share * (PLOT.bottom - PLOT.top);
  const line = (shares: (number | null)[]) =>
    shares.flatMap((share, place) => (share === null ? [] : `${x(place)},${y(share)}`)).join(" ");
  const scores = years.map(({ score }) => (score - 1) / 4);
  const back = years.map((year) => year.back && year.back.count / year.back.of);
  const hasBack = back.some((share) => share !== null);
  return (
    <figure className="border-t-2 border-line pt-3 pb-4">
      <figcaption className="mb-2">
        <h3 className="text-xl">By year</h3>
      </figcaption>
      <div className="overflow-x-auto">
        <svg
          aria-hidden="true"
          width={PLOT.step * years.length}
          height={PLOT.height + 36}
          className="max-w-none fill-ink text-sm tabular-nums"
          textAnchor="middle"
        >
          <polyline points={line(scores)} fill="none" className="stroke-brand" strokeWidth={2.5} />
          {hasBack && (
            <polyline
              points={line(back)}
              fill="none"
              className="stroke-ink-muted"
              strokeWidth={2}
              strokeDasharray="4 4"
            />
          )}
          {years.map(({ year, score, back: all }, place) => (
            <g key={year}>
              <circle cx={x(place)} cy={y(scores[place] ?? 0)} r={5} className="fill-brand" />
              <text x={x(place)} y={y(scores[place] ?? 0) - 9} className="font-semibold">
                {`${score.toFixed(1)} ★`}
              </text>
              <text x={x(place)} y={PLOT.height + 12}>
                {year}
              </text>
              {all && (
                <text x={x(place)} y={PLOT.height + 30} className="fill-ink-muted">
                  {`${countOf(all)} back`}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      {/* A table ignores the width of "sr-only", so it has a box around it. */}
      <div className="sr-only">
        <table>
          <caption>By year of the review</caption>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">Reviews</th>
              <th scope="col">Average stars</th>
              <th scope="col">Deposits back in full</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, reviews, score, back: all }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <td>{reviews}</td>
                <td>{score.toFixed(1)}</td>
                <td>{all ? countOf(all) : "Fewer than three answers"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function Figure({
  title,
  idPrefix = "",
  children,
}: {
  title: string;
  idPrefix?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div id={idPrefix + idOf(title)} className="break-inside-avoid scroll-mt-24 pb-6 text-sm target:[&>h4]:text-brand">
      <h4 className="mb-1.5 text-base font-semibold">{title}</h4>
      {children}
    </div>
  );
}
