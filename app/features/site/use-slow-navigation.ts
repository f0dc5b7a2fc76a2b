import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** A page that comes sooner is shown without anything in between, in ms. */
const PATIENCE_MS = 300;

/** The pathname of the next page while it is on its way for longer than 300 ms; else null. */
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
