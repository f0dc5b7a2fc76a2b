import type { ToastMessage } from "~/ui/toast";

/** Why the report dialog did not open. A separate file, because the other toasts are downloaded with the dialog. (spec 8, 9) */
export const UNOPENED_TOASTS = {
  unavailable: {
    title: "Reporting Unavailable",
    description: "Database connection is required.",
    variant: "destructive",
  },
  failed: {
    title: "Error",
    description: "Could not submit the report.",
    variant: "destructive",
  },
} satisfies Record<string, ToastMessage>;
