import type { ReactNode } from "react";
import type { HomeFigures } from "~/domain/home";
import { answerCounts, answerMix, type Count, moveInRange, severityCounts } from "~/domain/home-figures";
import { question, QUESTION_KEYS } from "~/domain/questions";
import { movedInText } from "./home-wording";

/** What the reviews of a home say, counted. Shares appear from three answers on. (spec 10) */
export function Figures({ figures }: { figures: HomeFigures }) {
  const severities = severityCounts(figures);
  const lists = [
    ...QUESTION_KEYS.map((key) => ({ title: question(key).figure, counts: answerMix(figures, key) })),
    { title: "Issues reported", counts: severities.length > 0 ? severities : null },
  ].flatMap(({ title, counts }) => (title !== null && counts !== null ? [{ title, counts }] : []));
  const types = answerCounts(figures, "property_type").toSorted((a, b) => b.count - a.count);
  const movedIn = moveInRange(figures);
  if (types.length === 0 && !movedIn && lists.length === 0) return null;
  return (
    <section aria-labelledby="in-figures" className="flex flex-col gap-5">
      <h2 id="in-figures" className="-mb-2 text-xl">
        In figures
      </h2>
      {lists.map(({ title, counts }) => (
        <CountList key={title} title={title} counts={counts} />
      ))}
      {(types.length > 0 || movedIn) && (
        <Figure title="Who has lived here">
          {types.length > 0 && <p>{types.map(({ label, count }) => `${label} (${count})`).join(", ")}</p>}
          {movedIn && <p>{movedInText(movedIn)}</p>}
        </Figure>
      )}
    </section>
  );
}

function CountList({ title, counts }: { title: string; counts: Count[] }) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Figure title={title}>
      <ul className="flex flex-col gap-1.5">
        {counts.map(({ key, label, count }) => (
          <li key={key} className="grid grid-cols-[9.5rem_1fr_auto] items-center gap-2">
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
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <span className="min-w-5 text-right font-semibold tabular-nums">{count.toLocaleString("en-IN")}</span>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="text-sm">
      <h3 className="mb-1.5 text-base">{title}</h3>
      {children}
    </div>
  );
}
