import { failedWith, type ServiceOutcome } from "./account-toast";
import * as accounts from "~/data/accounts";
import { type EmailLink, removeStoredEmailToken } from "~/data/email-link";
import type { ToastMessage } from "~/ui/toast";

/** `link-used`: the link was used before, or is too old. */
type UpdatePasswordOutcome = "updated" | "link-used" | "invalid-link" | "failed";

/**
 * Redeems the token of the link when its page opens, so that an invalid link is reported before the visitor types a password.
 * Resolves to "open" once the token is redeemed, also if this tab redeemed it earlier and the link has none. (spec 11)
 */
export async function openRecoveryLink(
  link: EmailLink | null,
): Promise<"open" | ServiceOutcome<"link-used" | "failed">> {
  if (link?.kind !== "token") return "open";
  try {
    await accounts.openRecoveryLink(link.token);
  } catch (error) {
    if (!accounts.isRefusal(error)) return failedWith(error);
    removeStoredEmailToken();
    return "link-used";
  }
  removeStoredEmailToken();
  return "open";
}

/** Sets the password of the account whose link was opened, and ends all its sessions. (spec 4) */
export async function updatePassword(newPassword: string): Promise<ServiceOutcome<UpdatePasswordOutcome>> {
  try {
    await accounts.setPasswordByLink(newPassword);
    return "updated";
  } catch (error) {
    return isTooLate(error) ? "link-used" : failedWith(error);
  }
}

/** Returns whether the session that the link opened has expired. */
function isTooLate(error: unknown): boolean {
  if (!(error instanceof accounts.AccountError)) return false;
  return error.code === accounts.CURRENT_PASSWORD_NEEDED || error.status === 401 || error.status === 403;
}

/** Returns why a link is refused, by its URL. Anyone can write such a URL, so only a known code is read from it, and no text. (spec 8) */
export function refusalOf(link: EmailLink): "link-used" | "invalid-link" {
  return link.kind === "error" && link.code === "otp_expired" ? "link-used" : "invalid-link";
}

const LINK_REFUSED = { title: "Password Reset Error", duration: 7000, variant: "destructive" } as const;

export const UPDATE_PASSWORD_TOASTS = {
  updated: {
    title: "Password Updated",
    description: "Please log in with your new password.",
    duration: 5000,
  },
  "link-used": {
    ...LINK_REFUSED,
    description: "This link has already been used, or is older than an hour. Ask for a new one.",
  },
  "invalid-link": { ...LINK_REFUSED, description: "Invalid or expired recovery link." },
  failed: {
    title: "Password Update Failed",
    description: "Could not update password. The link may have expired or an error occurred.",
    variant: "destructive",
  },
} satisfies Record<UpdatePasswordOutcome, ToastMessage>;
