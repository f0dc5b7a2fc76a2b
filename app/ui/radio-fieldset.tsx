import type { ReactNode } from "react";
import { LABEL, RequiredMark, useDescription, type FieldWords } from "./field";

interface RadioFieldsetProps extends FieldWords {
  children: ReactNode;
}

/** A group of radio buttons with its question and hint above it and its error below. */
export function RadioFieldset({ children, ...words }: RadioFieldsetProps) {
  const { described, hint, error } = useDescription(words);
  return (
    <fieldset role="radiogroup" className="min-w-0" {...described}>
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
