import type { FieldWords } from "./field";
import { RadioFieldset } from "./radio-fieldset";
import type { Option } from "./select-field";

interface ChipGroupFieldProps extends FieldWords {
  name: string;
  options: readonly Option[];
  /** The value chosen; "" for none. */
  value: string;
  onValueChange(value: string): void;
}

/** Radio buttons that look like chips, of which one more tap takes the choice back. */
export function ChipGroupField({ name, options, value, onValueChange, ...field }: ChipGroupFieldProps) {
  return (
    <RadioFieldset {...field}>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-target cursor-pointer items-center rounded-full border border-line-strong px-3.5 text-sm leading-snug select-none hover:bg-surface-sunken has-checked:border-brand has-checked:bg-brand has-checked:font-semibold has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed forced-colors:has-checked:outline-2"
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
            />
            {option.label}
          </label>
        ))}
      </div>
    </RadioFieldset>
  );
}
