import type { ReactNode } from "react";
import { type HomeFigures, slug } from "~/domain/home";
import {
  answerCounts,
  countOf,
  type FigureList,
  figureLists,
  moveInRange,
  severityCounts,
  starCounts,
} from "~/domain/home-figures";
import { question, type QuestionKey } from "~/domain/questions";
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
  const barsOf = (...sections: FigureList["section"][]) =>
    lists
      .filter(({ section }) => sections.includes(section))
      .map((list) => <Bars key={list.title} list={list} idPrefix={idPrefix} />);
  const groups = [
    { title: "Money", parts: barsOf("money") },
    { title: "Living", parts: barsOf("living") },
    { title: "Rules", parts: barsOf("rules") },
    { title: "In a PG or shared room", parts: barsOf("pg") },
    { title: "Tenants", parts: [...barsOf("feedback", "property"), ...tenants(figures, idPrefix)] },
    { title: "Management", parts: [...barsOf("management"), ...issues(figures)] },
  ].filter(({ parts }) => parts.length > 0);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={`${idPrefix}in-figures`} className="flex flex-col gap-2 lg:col-span-2">
      <h2 id={`${idPrefix}in-figures`} className="text-2xl">
        {heading}
      </h2>
      {groups.map(({ title, parts }) => (
        <div key={title} className="border-t-2 border-line pt-3">
          <h3 className="mb-3 text-xl">{title}</h3>
          <div className="gap-x-12 sm:columns-2 lg:columns-3">{parts}</div>
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

/** Returns a list of bars, one for each severity of issues. The bars are shares of all reviews. */
function issues(figures: HomeFigures): ReactNode[] {
  const severities = severityCounts(figures);
  if (severities.length === 0) return [];
  const of = starCounts(figures).reduce((sum, count) => sum + count, 0);
  const bars = severities.map((count) => ({ ...count, of }));
  const title = "Issues reported";
  const counts = "Reviews with such an issue.";
  return [<Bars key={title} list={{ title, section: "management", counts, bars, hasOwnTotals: false }} />];
}

function Bars({ list: { title, counts, bars, hasOwnTotals }, idPrefix }: { list: FigureList; idPrefix?: string }) {
  return (
    <Figure title={title} idPrefix={idPrefix}>
      {/* One grid, so that all bars have the same scale. */}
      <ul className="grid grid-cols-[9.5rem_1fr_auto] items-center gap-x-2 gap-y-1.5">
        {bars.map(({ key, label, count, of }) => (
          <li key={key} className="contents">
            <span>
              {label}
              <span className="sr-only">:</span>
            </span>
            <span
              aria-hidden="true"
              className="h-2 rounded-sm bg-surface-sunken outline-1 -outline-offset-1 outline-line"
            >
              <span
                className="block h-full rounded-sm bg-brand forced-colors:bg-[CanvasText]"
                style={{ width: `${(count / of) * 100}%` }}
              />
            </span>
            <span className="min-w-5 text-right font-semibold tabular-nums">
              {hasOwnTotals ? countOf({ count, of }) : count.toLocaleString("en-IN")}
            </span>
          </li>
        ))}
      </ul>
      {counts && <p className="mt-1.5 text-ink-muted">{counts}</p>}
    </Figure>
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
