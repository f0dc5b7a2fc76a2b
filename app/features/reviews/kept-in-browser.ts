import { visitorBackend } from "~/data/visitor-backend";

/** What a loader answers in place of reviews when only the visitor's browser has them. (spec 1) */
export const KEPT_IN_BROWSER = "kept-in-browser" as const;

/** Whether the browser reads the reviews of a page from the server itself, when it hydrates it. */
export function readsOnHydration(): boolean {
  return visitorBackend().readsOnHydration;
}
