import { useLayoutEffect, useRef, useState } from "react";

/** After a try the first field at fault has the focus, of radio buttons the first one. */
export function useFocusAfterTry() {
  const ref = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);

  useLayoutEffect(() => {
    if (tries === 0) return;
    const fault = ref.current?.querySelector<HTMLElement>("[aria-invalid]");
    const control = fault?.matches("fieldset") ? fault.querySelector("input") : fault;
    if (control) control.focus();
    // A disabled button has lost the focus; a keyboard goes on where it was.
    else if (document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }, [tries]);

  return { ref, setTried: () => setTries((count) => count + 1) };
}
