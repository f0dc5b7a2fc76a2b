import { useState } from "react";
import { useNavigationType } from "react-router";

/**
 * Whether the visitor came back to this page by back or forward without a new document, so that the router restores the scroll
 * position. A new document knows itself (features/site/inline-scripts.ts).
 */
export function useIsReturn(): boolean {
  const type = useNavigationType();
  const [isReturn] = useState(() => type === "POP" && performance.getEntriesByName("hydrated").length > 0);
  return isReturn;
}
