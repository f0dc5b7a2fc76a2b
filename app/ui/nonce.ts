import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Carries the nonce of this answer's Content-Security-Policy while the server renders. */
export const NonceProvider = NonceContext.Provider;

/** The nonce for an inline script; undefined in the browser, which never needs it again. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
