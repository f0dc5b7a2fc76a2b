import { serviceMessage } from "./service-message";
import * as accounts from "~/data/accounts";
import { removePhotoDrafts } from "~/data/photo-draft";
import type { ToastMessage } from "~/ui/toast";

export type LogOutOutcome = { outcome: "logged-out" } | { outcome: "failed"; message: string };

/** Ends the user's sessions on all devices, and deletes the photos of drafts from this one; their texts stay. (spec 6, 10) */
export async function logOut(): Promise<LogOutOutcome> {
  try {
    await accounts.logOut();
    // The form removes what is left of them when it opens: no message waits for it.
    void removePhotoDrafts();
    return { outcome: "logged-out" };
  } catch (error) {
    return { outcome: "failed", message: serviceMessage(error) };
  }
}

/** `message` is the service's own, or empty. (spec 8) */
export const LOG_OUT_TOASTS = {
  "logged-out": () => ({
    title: "Logged Out",
    description: "You have been successfully logged out.",
  }),
  failed: (message) => ({
    title: "Logout Failed",
    description: message || "Could not log out. Please try again.",
    variant: "destructive",
  }),
} satisfies Record<LogOutOutcome["outcome"], (message: string) => ToastMessage>;
