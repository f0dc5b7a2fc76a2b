import { createContext } from "react-router";

/** The nonce that this answer's Content-Security-Policy allows scripts with. The web server sets it for every request. */
export const nonceContext = createContext("");
