import type { ReactNode } from "react";
import type { SubmissionField } from "~/domain/submission-check";

const FOCUSABLE = "input:not([type=hidden]):not([aria-hidden=true]), textarea, select, button";

/** Marks a field of the form for focusField, whatever it is built of. */
export function FieldPlace({ field, children }: { field: SubmissionField; children: ReactNode }) {
  return <div data-field={field}>{children}</div>;
}

/** Scrolls a field into view and focuses its invalid control, or its first. */
export function focusField(form: HTMLFormElement, field: SubmissionField) {
  const place = form.querySelector(`[data-field="${field}"]`);
  if (!place) return;
  const faulty = place.querySelector<HTMLElement>("[aria-invalid=true]:is(input, textarea, select)");
  const target = faulty ?? place.querySelector<HTMLElement>(FOCUSABLE);
  // Centred, since the header of the page would cover a field at the top edge.
  place.scrollIntoView({ block: "center", behavior: "instant" });
  target?.focus({ preventScroll: true });
}
