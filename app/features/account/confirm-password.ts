import { LOG_IN_TOASTS, logIn } from "./log-in";
import type { FieldFault } from "./account-form-wording";
import { serviceToast } from "./service-message";
import type { ToastMessage } from "~/ui/toast";

/**
 * Logs in again, so that another person cannot take over the account in an open browser. The database also deletes an account only shortly
 * after a log-in. Resolves to null, or to the field at fault or a toast. (spec 11)
 */
export async function confirmPassword(
  email: string,
  password: string,
  options: { isOnline: boolean },
): Promise<{ toast: ToastMessage | null; faults: FieldFault[] } | null> {
  const outcome = await logIn({ email, password }, options);
  if (outcome === "logged-in") return null;
  if (outcome !== "wrong-credentials") return { toast: serviceToast(LOG_IN_TOASTS, outcome), faults: [] };
  return { toast: null, faults: [{ field: "currentPassword", code: "wrong-password" }] };
}
