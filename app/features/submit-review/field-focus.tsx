import type { ReactNode } from "react";
import type { SubmissionField } from "~/domain/submission";

const FOCUSABLE = "input:not([type=hidden]):not([aria-hidden=true]), textarea, select, button";

/** Marks where a field of the form stands, so that it can be found whatever it is built of. */
export function FieldPlace({ field, children }: { field: SubmissionField; children: ReactNode }) {
  return <div data-field={field}>{children}</div>;
}

/** Brings a field into view and puts the cursor into it. */
export function focusField(form: HTMLFormElement, field: SubmissionField) {
  const place = form.querySelector(`[data-field="${field}"]`);
  if (!place) return;
  const faulty = place.querySelector<HTMLElement>("[aria-invalid=true]:is(input, textarea, select)");
  const target = faulty ?? place.querySelector<HTMLElement>(FOCUSABLE);
  // The header of the page would cover a field that is only just in view.
  place.scrollIntoView({ block: "center", behavior: "instant" });
  target?.focus({ preventScroll: true });
}
