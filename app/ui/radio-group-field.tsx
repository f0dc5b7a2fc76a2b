import type { FieldWords } from "./field";
import { RadioFieldset } from "./radio-fieldset";
import type { Option } from "./select-field";

/** Returns the options of a closed list: stored value and label. Not in select-field.tsx, which would add a chunk. */
export function optionsOf(list: Readonly<Record<string, string>>): Option[] {
  return Object.entries(list).map(([value, label]) => ({ value, label }));
}

interface RadioGroupFieldProps extends FieldWords {
  name: string;
  options: readonly Option[];
  /** The chosen value; "" for none. */
  value: string;
  onValueChange(value: string): void;
}

export function RadioGroupField({ name, options, value, onValueChange, ...field }: RadioGroupFieldProps) {
  return (
    <RadioFieldset {...field}>
      <div className="border-t border-line">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-target items-center gap-3 border-b border-line px-1 py-2 leading-snug hover:bg-surface-sunken has-checked:font-semibold has-disabled:cursor-not-allowed has-disabled:text-ink-muted"
          >
            <input
              type="radio"
              className="size-5 shrink-0 accent-brand"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </RadioFieldset>
  );
}
