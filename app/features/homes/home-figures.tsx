import type { ReactNode } from "react";
import type { HomeFigures } from "~/domain/home";
import {
  type Count,
  durationMix,
  moveInRange,
  propertyTypeCounts,
  resolutionMix,
  responseMix,
  severityCounts,
} from "~/domain/home-figures";
import { movedInText } from "./home-wording";

/** What the reviews of a home say, counted. Shares appear from three answers on. (spec 10) */
export function Figures({ figures }: { figures: HomeFigures }) {
  const responses = responseMix(figures);
  const resolutions = resolutionMix(figures);
  const severities = severityCounts(figures);
  const durations = durationMix(figures);
  const types = propertyTypeCounts(figures);
  const movedIn = moveInRange(figures);
  return (
    <>
      {responses && <CountList title="How fast the management answers" counts={responses} />}
      {resolutions && <CountList title="Were issues fixed?" counts={resolutions} />}
      {severities.length > 0 && <CountList title="Issues reported" counts={severities} />}
      {(types.length > 0 || movedIn) && (
        <Figure title="Who has lived here">
          {types.length > 0 && <p>{types.map(({ label, count }) => `${label} (${count})`).join(", ")}</p>}
          {movedIn && <p>{movedInText(movedIn)}</p>}
        </Figure>
      )}
      {durations && <CountList title="How long they stayed" counts={durations} />}
    </>
  );
}

function CountList({ title, counts }: { title: string; counts: Count[] }) {
  const most = Math.max(...counts.map(({ count }) => count));
  return (
    <Figure title={title}>
      <ul className="flex flex-col gap-1.5">
        {counts.map(({ key, label, count }) => (
          <li key={key} className="grid grid-cols-[9.5rem_1fr_auto] items-center gap-2">
            <span>
              {label}
              <span className="sr-only">:</span>
            </span>
            <span aria-hidden="true" className="h-2 rounded-sm bg-surface-sunken">
              <span
                className="block h-full rounded-sm bg-brand forced-colors:bg-[CanvasText]"
                style={{ width: `${(count / most) * 100}%` }}
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
    <section className="text-sm">
      <h3 className="mb-1.5 text-base">{title}</h3>
      {children}
    </section>
  );
}
