import type { ReactNode } from "react";
import { StrokeIcon } from "./stroke-icon";

/** What every field says about itself besides its control. */
export interface FieldWords {
  label: ReactNode;
  error?: ReactNode;
  hint?: ReactNode;
  isRequired?: boolean;
}

/** The ids that tie a control to its hint and its error. */
export function fieldIds(id: string, { error, hint }: Pick<FieldWords, "error" | "hint">) {
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return { hintId, errorId, describedBy: [errorId, hintId].filter(Boolean).join(" ") || undefined };
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
    <p id={id} className="flex items-start gap-1.5 text-sm font-semibold text-danger">
      <AlertSign />
      <span>{children}</span>
    </p>
  );
}

function AlertSign() {
  return (
    <StrokeIcon className="mt-[0.2em] size-[1.1em] shrink-0">
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 7v6M12 16.8v.2" />
    </StrokeIcon>
  );
}
