import { useEffect, useEffectEvent } from "react";

/** Calls what belongs to a single key, unless it is held with another one, or pressed in one of the elements named. (WCAG 2.1.4) */
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
