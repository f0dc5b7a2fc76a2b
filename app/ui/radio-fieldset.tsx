import type { ReactNode } from "react";
import { LABEL, RequiredMark, useDescription, type FieldWords } from "./field";

interface RadioFieldsetProps extends FieldWords {
  className?: string | undefined;
  children: ReactNode;
}

/** Radio buttons with their question above, then its hint, and its error below. */
export function RadioFieldset({ className, children, ...words }: RadioFieldsetProps) {
  const { described, hint, error } = useDescription(words);
  return (
    <fieldset role="radiogroup" className={`min-w-0 ${className ?? ""}`} {...described}>
      <legend className={`${LABEL} mb-1`}>
        {words.label}
        {words.isRequired && <RequiredMark />}
      </legend>
      {hint}
      {children}
      {error}
    </fieldset>
  );
}
