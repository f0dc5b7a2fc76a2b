import { useId, type ReactNode } from "react";

/** What every field says about itself besides its control. */
export interface FieldWords {
  label: ReactNode;
  error?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
}

interface FieldProps extends FieldWords {
  /** Of the control. */
  id?: string | undefined;
  className?: string | undefined;
  labelClassName?: string;
  children(control: ControlProps): ReactNode;
}

/** What ties a control to its label, hint and error. */
type ControlProps = { id: string } & ReturnType<typeof useDescription>["described"];

/**
 * A control with its label above, then its hint, and its error below. A required one is marked and announced as required, but
 * the browser's own bubbles stay out: the form checks it and puts the message in `error`.
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

/** The attributes of a control, or of the group of its controls, and what they refer to. */
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

/** A ruled line to write on: the bottom edge is the heavy one. */
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
