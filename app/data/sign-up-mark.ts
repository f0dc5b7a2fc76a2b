import { readStoredJson, writeStored } from "./browser-storage";
import { isUuid, newUuid } from "./uuid";

// In local storage: the link of the e-mail opens another tab.
const STORAGE_KEY = "gharsach-sign-up";

/** An address that this browser signed up, with the random id that it sent along: it shows in the account whose password it is. */
interface SignUpMark {
  email: string;
  id: string;
}

/** Marks this browser as the one that signs up an address. Returns its id, which is the same at the next try. */
export function markSignUp(email: string): string {
  const mark = signUpMark();
  const id = mark?.email === email ? mark.id : newUuid();
  // Where it cannot be stored, the link of the e-mail confirms and signs nobody in.
  writeStored("localStorage", STORAGE_KEY, JSON.stringify({ email, id }));
  return id;
}

/** The address that this browser signed up last, or null. Malformed storage is ignored. */
export function signUpMark(): SignUpMark | null {
  const { email, id } = (readStoredJson("localStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  return typeof email === "string" && typeof id === "string" && isUuid(id) ? { email, id } : null;
}

/** For an address whose owner has come in. */
export function removeSignUpMark(): void {
  writeStored("localStorage", STORAGE_KEY, null);
}
