import { failedWith, type ServiceOutcome } from "./account-toast";
import * as accounts from "~/data/accounts";
import { deleteDraftPhotos } from "~/data/draft-database";
import type { ToastMessage } from "~/ui/toast";

type LogOutOutcome = "logged-out" | "failed";

/** Ends the sessions of the user on all devices. Deletes the photos of drafts from this device, but not their texts. (spec 6, 10) */
export async function logOut(): Promise<ServiceOutcome<LogOutOutcome>> {
  try {
    await accounts.logOut();
    // Not awaited: the review form removes leftover photos when it opens.
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
