import type { ToastMessage } from "~/ui/toast";

/** When the check was not done, or too long ago. */
export const CAPTCHA_TOAST: ToastMessage = {
  title: "One More Step",
  description: "Please confirm that you are a person, then try again.",
  variant: "destructive",
};
