import { failedWith, type ServiceOutcome } from "./account-toast";
import * as accounts from "~/data/accounts";
import { deleteDraftPhotos } from "~/data/draft-database";
import type { ToastMessage } from "~/ui/toast";

type LogOutOutcome = "logged-out" | "failed";

/** Ends the sessions of the user on all devices, and deletes the photos of drafts, but not their texts, from this one. (spec 6, 10) */
export async function logOut(): Promise<ServiceOutcome<LogOutOutcome>> {
  try {
    await accounts.logOut();
    // Not awaited: the form removes leftovers when it opens.
    void deleteDraftPhotos();
    return "logged-out";
  } catch (error) {
    return failedWith(error);
  }
}

export const LOG_OUT_TOASTS = {
  "logged-out": {
    title: "Logged Out",
    description: "You have been successfully logged out.",
  },
  failed: {
    title: "Logout Failed",
    description: "Could not log out. Please try again.",
    variant: "destructive",
  },
} satisfies Record<LogOutOutcome, ToastMessage>;
