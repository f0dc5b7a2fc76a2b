import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { dismissToast, showToast, type ToastMessage } from "./toast";

/**
 * Returns the submit handler of a form, which runs one attempt at a time and dismisses the last attempt's toast. `send` returns the
 * toast to show, or null if the form shows the result itself; it must read the fields before it awaits anything, because they are
 * disabled while `isBusy`.
 */
export function useSending(send: (form: HTMLFormElement) => Promise<ToastMessage | null>) {
  const { ref, setTried } = useFocusAfterTry();
  const toast = useRef("");
  const [isBusy, setBusy] = useState(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    dismissToast(toast.current);
    setBusy(true);
    const message = await send(event.currentTarget);
    if (message) toast.current = showToast(message);
    setBusy(false);
    setTried();
  }

  return { ref, isBusy, onSubmit };
}

/** Focuses the first invalid field after an attempt; of radio buttons the first one. */
export function useFocusAfterTry() {
  const ref = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);

  useLayoutEffect(() => {
    if (tries === 0) return;
    const fault = ref.current?.querySelector<HTMLElement>("[aria-invalid]");
    const control = fault?.matches("fieldset") ? fault.querySelector("input") : fault;
    if (control) control.focus();
    // A disabled button loses the focus, so restore it.
    else if (document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }, [tries]);

  return { ref, setTried: () => setTries((count) => count + 1) };
}
