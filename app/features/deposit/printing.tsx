import { type ReactNode, useState } from "react";
import { createPortal, flushSync } from "react-dom";

/**
 * Returns a function that prints a sheet or letter alone, under this title, which browsers suggest as the name of a PDF. Render the returned
 * element. deposit.css hides the rest of the page on paper.
 */
export function usePrint(): [ReactNode, (title: string, sheet: ReactNode) => Promise<void>] {
  const [sheet, setSheet] = useState<ReactNode>(null);

  async function print(title: string, chosen: ReactNode): Promise<void> {
    flushSync(() => setSheet(chosen));
    await Promise.all(Array.from(document.querySelectorAll<HTMLImageElement>(".paper img"), isDrawn));
    const { dataset } = document.documentElement;
    const before = document.title;
    document.title = title;
    dataset.print = "";
    function restore() {
      removeEventListener("pointerdown", restore);
      removeEventListener("keydown", restore);
      if (!("print" in dataset)) return;
      delete dataset.print;
      document.title = before;
    }
    // Not afterprint: phones send it before they draw the pages.
    addEventListener("pointerdown", restore);
    addEventListener("keydown", restore);
    window.print();
  }

  return [sheet && createPortal(<div className="paper">{sheet}</div>, document.body), print];
}

async function isDrawn(image: HTMLImageElement): Promise<void> {
  await image.decode().catch(() => {});
}
