import { Component, type ReactNode, use } from "react";
import { goOnWithoutScripts } from "./inline-scripts";

const NEVER = new Promise<never>(() => {});

/** Whatever a part of the page throws, in its frame or in what stands in it, the visitor keeps the page on the screen. */
export class KeptPage extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(error: unknown): { hasFailed: boolean } {
    console.error(error);
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <WhatIsThere /> : this.props.children;
  }
}

/** React leaves on the screen what is there while it waits, and here it waits for ever. */
function WhatIsThere(): ReactNode {
  const { dataset } = document.documentElement;
  if ("scripts" in dataset) goOnWithoutScripts(!("hydrated" in dataset));
  return use(NEVER);
}
