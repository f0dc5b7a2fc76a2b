import { Component, type ReactNode, use } from "react";
import { fallBackWithoutScripts } from "./inline-scripts";

const NEVER = new Promise<never>(() => {});

/** Keeps the page on the screen if a part of it throws. */
export class StalePage extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): { hasFailed: boolean } {
    console.error(error);
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Stale /> : this.props.children;
  }
}

/** Falls back to the page without scripts, once. Suspends forever, so that React leaves the stale page on the screen. */
function Stale(): ReactNode {
  const { dataset } = document.documentElement;
  if ("scripts" in dataset) fallBackWithoutScripts(!("hydrated" in dataset));
  return use(NEVER);
}
