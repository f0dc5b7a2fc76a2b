import { useId } from "react";
import type { FieldWords } from "./field";
import { RadioFieldset } from "./radio-fieldset";
import type { Option } from "./select-field";

interface ChipGroupProps {
  name: string;
  options: readonly Option[];
  /** The chosen value; "" for none. */
  value: string;
  onValueChange(value: string): void;
}

/** Radio buttons as chips. A tap on the chosen chip clears the choice. */
export function ChipGroupField({ name, options, value, onValueChange, ...field }: ChipGroupProps & FieldWords) {
  return (
    <RadioFieldset {...field}>
      <Chips {...{ name, options, value, onValueChange }} />
    </RadioFieldset>
  );
}

/** Chips in one row with their label before them. */
export function ChipRowField({ label, ...chips }: ChipGroupProps & Pick<FieldWords, "label">) {
  const labelId = useId();
  return (
    <div role="radiogroup" aria-labelledby={labelId} className="flex items-center justify-between gap-3">
      <span id={labelId} className="text-sm leading-snug">
        {label}
      </span>
      <Chips {...chips} />
    </div>
  );
}

function Chips({ name, options, value, onValueChange }: ChipGroupProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-target cursor-pointer items-center rounded-full border border-line-strong px-3 text-sm leading-snug select-none hover:bg-surface-sunken has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed has-[:disabled:not(:checked)]:border-dashed has-[:disabled:not(:checked)]:text-ink-muted forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            onClick={() => {
              if (option.value === value) onValueChange("");
            }}
            onKeyUp={(event) => {
              // Browsers disagree on whether the space bar clicks a checked radio button.
              if (event.key !== " " || option.value !== value) return;
              event.preventDefault();
              onValueChange("");
            }}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
