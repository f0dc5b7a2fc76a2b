import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

/** Marks the inline scripts of one rendering on the server. */
export const InlineScriptNonce = Nonce.Provider;

/** A script of a few bytes inside the page. */
export function InlineScript({ code }: { code: string }) {
  // oxlint-disable-next-line react/no-danger -- the callers' code is constant or made of escaped JSON
  return <script nonce={useContext(Nonce)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
