import { useState } from "react";
import type { FieldWords } from "./field";
import { RadioFieldset } from "./radio-fieldset";
import { MAX_STARS, Star, starsInWords } from "./star-rating";

interface StarRatingFieldProps extends FieldWords {
  name: string;
  /** 1 to 5; 0 for none. */
  value: number;
  onValueChange(value: number): void;
}

/** Five radio buttons styled as stars, so that keys, screen readers and plain forms work natively. */
export function StarRatingField({ name, value, onValueChange, ...field }: StarRatingFieldProps) {
  const [pointedAt, setPointedAt] = useState(0);
  const shown = pointedAt || value;
  return (
    <RadioFieldset {...field}>
      <div className="flex items-center">
        {/* With large text five stars are wider than a phone, so they shrink. */}
        <div className="-ml-2 flex min-w-0" onPointerLeave={() => setPointedAt(0)}>
          {Array.from({ length: MAX_STARS }, (_, index) => index + 1).map((stars) => (
            <label
              key={stars}
              onPointerEnter={(event) => event.pointerType === "mouse" && setPointedAt(stars)}
              className="relative flex size-12 min-w-0 items-center justify-center rounded-md has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                onChange={() => onValueChange(stars)}
                aria-label={starsInWords(stars)}
                className="absolute inset-0 size-full appearance-none rounded-md outline-none"
              />
              <Star isFilled={stars <= shown} className="pointer-events-none size-8 max-w-full" />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="ml-2 shrink-0 text-sm text-ink-muted tabular-nums">
          {shown > 0 && `${shown} / ${MAX_STARS}`}
        </span>
      </div>
    </RadioFieldset>
  );
}
