import { memo, type MouseEvent, type ReactNode, useId, useState } from "react";
import type { FieldsProps } from "./form-fields";
import { isKeyOf } from "~/domain/enumerations";
import { askedAnswers, isAsked } from "~/domain/given-answers";
import { groupBy } from "~/domain/group-by";
import { type Answers, type Question, question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChipGroupField, ChipRowField } from "~/ui/chip-group-field";
import { LABEL } from "~/ui/field";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";

interface QuestionFieldsProps {
  section: Question["section"];
  answers: Answers;
  change: FieldsProps["change"];
}

/** The optional questions of a section that apply after the answers so far. Each has a closed list of answers. */
export const QuestionFields = memo(function QuestionFields({ section, answers, change }: QuestionFieldsProps) {
  const keys = QUESTION_KEYS.filter((key) => question(key).section === section && isAsked(key, answers));
  return [...groupBy(keys, (key) => question(key).rowOf ?? key)].map(([asks, rows]) => {
    const fields = rows.map((key) => (
      <QuestionField
        key={key}
        name={key}
        answer={answers[key] ?? ""}
        onAnswer={(answer) => {
          const { [key]: _, ...others } = answers;
          change({ answers: isKeyOf(question(key).answers, answer) ? { ...others, [key]: answer } : others });
        }}
      />
    ));
    const [first] = rows;
    if (first === undefined || question(first).rowOf === undefined) return fields;
    return (
      <fieldset key={asks} className="grid max-w-sm min-w-0 gap-2">
        <legend className={`${LABEL} mb-1`}>{asks}</legend>
        {fields}
      </fieldset>
    );
  });
});

interface QuestionFieldProps {
  name: QuestionKey;
  /** "" if there is none. */
  answer: string;
  onAnswer: (answer: string) => void;
}

function QuestionField({ name, answer, onAnswer }: QuestionFieldProps) {
  const { asks, rowOf, control, answers, unanswered } = question(name);
  const options = optionsOf(answers);
  if (control === "select") {
    return (
      <SelectField
        label={asks}
        name={name}
        placeholder="Not chosen"
        options={options}
        value={answer}
        onChange={(event) => onAnswer(event.target.value)}
      />
    );
  }
  if (control === "chips") {
    const Field = rowOf === undefined ? ChipGroupField : ChipRowField;
    return <Field label={asks} name={name} options={options} value={answer} onValueChange={onAnswer} />;
  }
  return (
    <div className="grid content-start gap-1">
      <RadioGroupField
        label={asks}
        name={name}
        options={unanswered === undefined ? options : [...options, { value: "", label: unanswered }]}
        value={answer}
        onValueChange={onAnswer}
      />
      {/* Radio buttons cannot be unchecked. */}
      {unanswered === undefined && answer !== "" && (
        <Button
          type="button"
          variant="ghost"
          size="sm"
          className="justify-self-start"
          aria-label={`Clear the answer to: ${asks}`}
          onClick={(event) => {
            const group = event.currentTarget.parentElement;
            onAnswer("");
            // The button is about to be removed, and the focus must not be lost with it.
            group?.querySelector("input")?.focus();
          }}
        >
          Clear answer
        </Button>
      )}
    </div>
  );
}

const GROUPS = [
  { section: "pg", title: "PG", about: "who it is for, curfew, food" },
  { section: "money", title: "Money", about: "rent, deposit, brokerage" },
  { section: "living", title: "Living", about: "water, power, noise" },
  { section: "rules", title: "Rules", about: "who let it, who is welcome" },
] as const;

type Section = (typeof GROUPS)[number]["section"];

/**
 * Questions that are answered with one tap, in groups of which one is open at a time. The section starts closed unless the draft has
 * answers.
 */
export const FactFields = memo(function FactFields({ answers, change }: Omit<QuestionFieldsProps, "section">) {
  const headingId = useId();
  const groupName = useId();
  const counts = countBySection(answers);
  const groups = GROUPS.filter(({ section }) =>
    QUESTION_KEYS.some((key) => question(key).section === section && isAsked(key, answers)),
  );
  // Only the initial state: afterwards the browser opens and closes them.
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
          <span className="icon icon-chevron text-brand before:size-6 group-open:rotate-180 motion-safe:transition-transform" />
        </Summary>
        <p className="mt-3 text-sm text-ink-muted">
          Skip anything that could tell the owner who you are. Tap an answer again to clear it.
        </p>
        {/* `open` is only the initial state of a group: the key re-creates the groups when the first one changes. */}
        <div key={groups[0]?.section} className="mt-4 border-b border-line">
          {groups.map(({ section, title, about }) => (
            <details
              key={section}
              name={groupName}
              open={section === (firstOpen ?? groups[0])?.section}
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
                <span className="icon icon-chevron text-brand before:size-5 group-open/facts:rotate-180 motion-safe:transition-transform" />
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
      onClick={keepVisible}
    >
      {children}
    </summary>
  );
}

/** Scrolls the opened group into view: another group above closes at the same time and would move it off screen. */
function keepVisible({ currentTarget }: MouseEvent<HTMLElement>) {
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
