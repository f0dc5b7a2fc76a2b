import { useState } from "react";
import { useNavigationType } from "react-router";

/**
 * Whether the visitor came back to this page by the browser's own buttons, without a new document: the router then goes to
 * where they were. A new document tells by itself (features/site/inline-scripts.ts).
 */
export function useIsReturn(): boolean {
  const type = useNavigationType();
  const [isReturn] = useState(() => type === "POP" && performance.getEntriesByName("hydrated").length > 0);
  return isReturn;
}
