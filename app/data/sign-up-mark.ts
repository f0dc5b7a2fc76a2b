import { readStoredJson, writeStored } from "./browser-storage";
import { isUuid, newUuid } from "./uuid";

// In local storage: the link of the email opens another tab.
const STORAGE_KEY = "gharsach-sign-up";

/**
 * The last email that this browser signed up, and the random id that the browser sent with it. If the account has the same id, this
 * browser's password counts.
 */
interface SignUpMark {
  email: string;
  id: string;
}

/** Marks this browser as the one that signs up an email. Returns its id, the same for retries. */
export function markSignUp(email: string): string {
  const mark = signUpMark();
  const id = mark?.email === email ? mark.id : newUuid();
  // If it cannot be stored, the link of the email confirms without signing in.
  writeStored("localStorage", STORAGE_KEY, JSON.stringify({ email, id }));
  return id;
}

/** Returns the email and the id of this browser's last sign-up, or null. Ignores malformed storage. */
export function signUpMark(): SignUpMark | null {
  const { email, id } = (readStoredJson("localStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  return typeof email === "string" && typeof id === "string" && isUuid(id) ? { email, id } : null;
}

/** Removes this browser's mark, after any user has signed in here. */
export function removeSignUpMark(): void {
  writeStored("localStorage", STORAGE_KEY, null);
}
