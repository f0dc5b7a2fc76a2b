import { useId, type ReactNode } from "react";

export interface FieldWords {
  label: ReactNode;
  error?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
}

interface FieldProps extends FieldWords {
  /** The id of the control. */
  id?: string | undefined;
  className?: string | undefined;
  labelClassName?: string;
  children(control: ControlProps): ReactNode;
}

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = { id: string } & ReturnType<typeof useDescription>["described"];

/**
 * A control with its label and hint above it and its error below. Required fields are marked and announced, without the browser's
 * own validation: the form checks them and sets `error`.
 */
export function Field({ id, className, labelClassName = LABEL, children, ...words }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const { described, hint, error } = useDescription(words);
  return (
    <div className={`space-y-1.5 ${className ?? ""}`}>
      <label htmlFor={controlId} className={labelClassName}>
        {words.label}
        {words.isRequired && <RequiredMark />}
      </label>
      {hint}
      {children({ id: controlId, ...described })}
      {error}
    </div>
  );
}

/** Returns the attributes of a control or group, and the hint and error that they refer to. */
export function useDescription({ error, hint, isRequired }: FieldWords) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return {
    described: {
      "aria-required": isRequired || undefined,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
    },
    hint: <FieldHint id={hintId}>{hint}</FieldHint>,
    error: <FieldError id={errorId}>{error}</FieldError>,
  };
}

export const LABEL = "block text-sm font-semibold text-ink";

/** The bottom border is heavier than the others, like a ruled line. */
export const CONTROL =
  "block w-full min-h-12 rounded-md border border-b-2 border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-ink disabled:cursor-not-allowed disabled:border-dashed disabled:bg-surface-sunken disabled:text-ink-muted disabled:opacity-100 aria-invalid:border-danger";

export function RequiredMark() {
  return (
    <span className="text-danger" aria-hidden="true">
      {" *"}
    </span>
  );
}

export function FieldHint({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="text-sm text-ink-muted">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      id={id}
      className="icon icon-alert flex items-start gap-1.5 text-sm font-semibold text-danger before:mt-[0.2em] before:size-[1.1em]"
    >
      <span>{children}</span>
    </p>
  );
}
