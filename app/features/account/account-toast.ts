import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

// One toast for all account pages, which lead into one another: a new toast replaces the last, so that no error stays beside a success.
let shownToast = "";

/** Shows an outcome in place of the last one. */
export function showAccountToast(message: ToastMessage): void {
  dismissAccountToast();
  shownToast = showToast(message);
}

/** Call it when a new attempt starts. */
export function dismissAccountToast(): void {
  dismissToast(shownToast);
  shownToast = "";
}
