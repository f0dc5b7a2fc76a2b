import { currentToasts } from "./toast";

/** Returns the titles of the open toasts, newest first. */
export function openTitles(): string[] {
  return currentToasts()
    .filter(({ state }) => state === "open")
    .map(({ title }) => title);
}
