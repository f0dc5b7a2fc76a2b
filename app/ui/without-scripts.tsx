import type { ReactNode } from "react";
import { Notice } from "./notice";

interface WithoutScriptsProps {
  /** The start of the sentence, with the verb: "Accounts need". */
  what: string;
  /** The end of the sentence, with an alternative: ", or write to us". */
  orElse?: string;
  children: ReactNode;
}

/** Replaces its children with one sentence if the page's scripts do not run. */
export function WithoutScripts({ what, orElse = "", children }: WithoutScriptsProps) {
  return (
    <>
      <div className="hidden noscript:block">
        <Notice>
          {`${what} JavaScript in a browser of 2023 or newer. Please switch it on or update the browser and load this page again${orElse}.`}
        </Notice>
      </div>
      <div className="noscript:hidden">{children}</div>
    </>
  );
}
