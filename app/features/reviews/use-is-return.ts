import { useState } from "react";
import { useNavigationType } from "react-router";

/**
 * Returns whether the visitor came back to this page by back or forward without a new document, so that the router restores the
 * scroll position. In a new document an inline script detects the return (features/site/inline-scripts.ts).
 */
export function useIsReturn(): boolean {
  const type = useNavigationType();
  const [isReturn] = useState(() => type === "POP" && performance.getEntriesByName("hydrated").length > 0);
  return isReturn;
}
