import { failedWith, type ServiceOutcome } from "./service-message";
import * as accounts from "~/data/accounts";
import { deleteDraftPhotos } from "~/data/draft-database";
import type { ToastMessage } from "~/ui/toast";

type LogOutOutcome = "logged-out" | "failed";

/** Ends the user's sessions on all devices, and deletes the photos of drafts from this one; their texts stay. (spec 6, 10) */
export async function logOut(): Promise<ServiceOutcome<LogOutOutcome>> {
  try {
    await accounts.logOut();
    // The form removes what is left of them when it opens: no message waits for it.
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
