import { act } from "@testing-library/react";
import { vi } from "vitest";
import { currentToasts } from "./toast";

/** For tests with fake timers: lets time pass, and with it whatever was waiting for an answer. */
export function pass(milliseconds: number) {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

function openToasts() {
  return currentToasts().filter((toast) => toast.state === "open");
}

/** The one open toast, and how long it stayed open by the fake clock, in ms. */
export async function toastAndItsTime() {
  const [toast, ...others] = openToasts();
  if (!toast || others.length > 0) throw new Error(`${openToasts().length} toasts are open, not one.`);
  const shownAt = Date.now();
  while (openToasts().some(({ id }) => id === toast.id)) {
    if (vi.getTimerCount() === 0) return { ...toast, stayed: Infinity };
    await act(async () => {
      await vi.advanceTimersToNextTimerAsync();
    });
  }
  return { ...toast, stayed: Date.now() - shownAt };
}
