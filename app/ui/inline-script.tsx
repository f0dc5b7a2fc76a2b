import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

/** The nonce that marks the scripts of the current server rendering. */
export const InlineScriptNonce = Nonce.Provider;

export function InlineScript({ code }: { code: string }) {
  // oxlint-disable-next-line react/no-danger -- the callers' code is constant or made of escaped JSON
  return <script nonce={useContext(Nonce)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
