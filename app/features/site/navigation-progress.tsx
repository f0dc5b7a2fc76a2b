import { useLocation, useNavigation } from "react-router";
import { useEffect, useState } from "react";

/** A line along the top edge while the next page loads. Quick pages show none. */
export function NavigationProgress() {
  if (useNavigation().state === "idle") return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 origin-left animate-[arrive_8s_250ms_cubic-bezier(0.1,0.7,0.2,1)_both] bg-brand"
    />
  );
}

const PATIENCE_MS = 300;

/** Returns the path of the next page if it has been loading for over 300 ms; otherwise null. */
export function useSlowNavigation(): string | null {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const next = location && location.pathname !== pathname ? location.pathname : null;
  const [slow, setSlow] = useState<string | null>(null);

  useEffect(() => {
    if (next === null) return undefined;
    const timer = setTimeout(() => setSlow(next), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [next]);

  return next === slow ? slow : null;
}
