import { memo, type MouseEvent, type ReactNode, useId, useState } from "react";
import type { FieldsProps } from "./form-fields";
import { QuestionFields } from "./question-fields";
import { type Answers, askedAnswers, isAsked, question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";
import { Card } from "~/ui/card";
import { ChevronDown } from "~/ui/stroke-icon";

const GROUPS = [
  { section: "money", title: "Money", about: "rent, deposit, brokerage" },
  { section: "living", title: "Living", about: "water, power, noise" },
  { section: "rules", title: "Rules", about: "who is welcome, visits" },
  { section: "pg", title: "PG", about: "curfew, food, sharing" },
] as const;

type Section = (typeof GROUPS)[number]["section"];

interface FactFieldsProps {
  answers: Answers;
  change: FieldsProps["change"];
}

/** Everything that is answered with one tap. Closed, and of its groups one open at a time; with answers in the draft it is open. */
export const FactFields = memo(function FactFields({ answers, change }: FactFieldsProps) {
  const headingId = useId();
  const groupName = useId();
  const counts = countBySection(answers);
  const groups = GROUPS.filter(({ section }) =>
    QUESTION_KEYS.some((key) => question(key).section === section && isAsked(key, answers)),
  );
  // What is open is the browser's from here on.
  const [firstOpen] = useState(() => GROUPS.find(({ section }) => counts[section]));
  return (
    <Card as="section" aria-labelledby={headingId}>
      <details className="group" open={firstOpen !== undefined}>
        <Summary className="gap-3">
          <span className="grid gap-1">
            <h2 id={headingId} className="text-2xl">
              Rent, deposit and rules (optional)
            </h2>
            <span className="text-sm text-ink-muted">
              What the next tenant asks first. One tap each, about a minute.
            </span>
          </span>
          <ChevronDown className="size-6 shrink-0 text-brand group-open:rotate-180 motion-safe:transition-transform" />
        </Summary>
        <p className="mt-3 text-sm text-ink-muted">
          Leave out whatever would tell the owner who you are. A second tap takes an answer back.
        </p>
        <div className="mt-4 border-b border-line">
          {groups.map(({ section, title, about }) => (
            <details
              key={section}
              name={groupName}
              open={section === (firstOpen?.section ?? "money")}
              className="group/facts border-t border-line"
            >
              <Summary className="min-h-12 gap-2">
                <span className="leading-snug">
                  <strong>{title}</strong>
                  <span className="text-sm text-ink-muted">
                    {" "}
                    · {counts[section] ? `${counts[section]} answered` : about}
                  </span>
                </span>
                <ChevronDown className="size-5 shrink-0 text-brand group-open/facts:rotate-180 motion-safe:transition-transform" />
              </Summary>
              <div className="grid gap-5 pt-2 pb-6">
                <QuestionFields section={section} answers={answers} change={change} />
              </div>
            </details>
          ))}
        </div>
      </details>
    </Card>
  );
});

function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary
      className={`flex cursor-pointer list-none scroll-mt-20 items-center justify-between select-none [&::-webkit-details-marker]:hidden ${className}`}
      onClick={keepInSight}
    >
      {children}
    </summary>
  );
}

/** Another group above closes as this one opens, and would take it off the screen. */
function keepInSight({ currentTarget }: MouseEvent<HTMLElement>) {
  requestAnimationFrame(() => currentTarget.scrollIntoView({ block: "nearest" }));
}

function countBySection(answers: Answers): Partial<Record<Section, number>> {
  const counts: Partial<Record<string, number>> = {};
  for (const key of Object.keys(askedAnswers(answers)) as QuestionKey[]) {
    const { section } = question(key);
    counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
}
