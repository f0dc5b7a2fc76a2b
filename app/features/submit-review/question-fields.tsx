import { memo } from "react";
import type { FieldsProps } from "./form-fields";
import { isKeyOf } from "~/domain/enumerations";
import { groupBy } from "~/domain/group-by";
import { type Answers, isAsked, type Question, question, QUESTION_KEYS, type QuestionKey } from "~/domain/questions";
import { Button } from "~/ui/button";
import { ChipGroupField, ChipRowField } from "~/ui/chip-group-field";
import { LABEL } from "~/ui/field";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";

interface QuestionFieldsProps {
  section: Question["section"];
  answers: Answers;
  change: FieldsProps["change"];
}

/** The optional questions of a section that are asked after these answers, each answered from its closed list. */
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
  /** "" for none. */
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
            // The button is about to be removed; the focus must not go with it.
            group?.querySelector("input")?.focus();
          }}
        >
          Clear answer
        </Button>
      )}
    </div>
  );
}
