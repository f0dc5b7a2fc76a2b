/**
 * Focuses the first field at fault, of a group its first input or else its button. Scrolls it to the middle of the window, so that its label
 * and message are visible.
 */
export function focusFirstFault(form: HTMLFormElement) {
  const fault = form.querySelector<HTMLElement>("[aria-invalid=true]");
  const control = fault?.matches("input, textarea, select")
    ? fault
    : (fault?.querySelector<HTMLElement>("input") ?? fault?.querySelector<HTMLElement>("button"));
  control?.scrollIntoView({ block: "center", behavior: "instant" });
  control?.focus({ preventScroll: true });
}
