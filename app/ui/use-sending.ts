import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { dismissToast, showToast, type ToastMessage } from "./toast";

/**
 * What forms share that send something: one try at a time, whose toast goes with the next one, and the focus after it. Null is
 * for what the form says itself. Their fields are disabled while `isBusy`: `send` reads them before it waits for anything.
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

/** After a try the first field at fault has the focus, of radio buttons the first one. */
export function useFocusAfterTry() {
  const ref = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);

  useLayoutEffect(() => {
    if (tries === 0) return;
    const fault = ref.current?.querySelector<HTMLElement>("[aria-invalid]");
    const control = fault?.matches("fieldset") ? fault.querySelector("input") : fault;
    if (control) control.focus();
    // A disabled button has lost the focus, so restore it.
    else if (document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }, [tries]);

  return { ref, setTried: () => setTries((count) => count + 1) };
}
