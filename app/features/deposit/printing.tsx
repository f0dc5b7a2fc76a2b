import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";

/** Prints a sheet or letter alone. Browsers suggest the title as the name of a PDF. */
export type Print = (title: string, sheet: ReactNode) => Promise<void>;

/** Returns an element to render, and what prints with it. deposit.css hides the rest of the page on paper. */
export function usePrint(): [ReactNode, Print] {
  const [sheet, setSheet] = useState<ReactNode>(null);
  const restorePage = useRef(() => {});
  useEffect(() => () => restorePage.current(), []);

  async function print(...[title, chosen]: Parameters<Print>): Promise<void> {
    flushSync(() => setSheet(chosen));
    await Promise.all(
      Array.from(document.querySelectorAll<HTMLImageElement>(".paper img"), (image) => image.decode().catch(() => {})),
    );
    const { dataset } = document.documentElement;
    const before = document.title;
    document.title = title;
    dataset.print = "";
    restorePage.current = restore;
    function restore() {
      removeEventListener("pointerdown", restore);
      removeEventListener("keydown", restore);
      if (!("print" in dataset)) return;
      delete dataset.print;
      // Another page has its own title by now.
      if (document.title === title) document.title = before;
      // Nothing of it outlasts "Delete everything".
      setSheet(null);
    }
    // Not afterprint: phones send it before they draw the pages.
    addEventListener("pointerdown", restore);
    addEventListener("keydown", restore);
    window.print();
  }

  return [sheet && createPortal(<div className="paper hidden">{sheet}</div>, document.body), print];
}
