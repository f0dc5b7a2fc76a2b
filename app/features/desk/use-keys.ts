import { useEffect, useEffectEvent } from "react";

/** Calls the handler of a single key, unless a modifier is held or the focus is in an element that matches `except`. (WCAG 2.1.4) */
export function useKeys(isOn: boolean, except: string, actions: Record<string, (() => void) | undefined>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(except)) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isOn]);
}
