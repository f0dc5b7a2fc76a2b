import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

// One for all account screens, which lead into one another: what the last of them said is no news any more once the
// next one speaks, and an error never stands beside a success.
let shownToast = "";

/** Tells what came of a try, in the place of what was said before. */
export function showAccountToast(message: ToastMessage): void {
  dismissAccountToast();
  shownToast = showToast(message);
}

/** For the start of another try. */
export function dismissAccountToast(): void {
  dismissToast(shownToast);
  shownToast = "";
}
