import { TOAST_DEFAULT_DURATION } from "~/domain/durations";
import type { ToastMessage } from "~/ui/toast";

/** For whoever did not do the check, or did it too long ago. */
export const CAPTCHA_TOAST: ToastMessage = {
  title: "One More Step",
  description: "Please do the check that you are a person, then try again.",
  duration: TOAST_DEFAULT_DURATION,
  variant: "destructive",
};
