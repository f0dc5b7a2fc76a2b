import { UNOPENED_TOASTS } from "./report-button";
import type { ReportOutcome } from "./report-review";
import type { ToastMessage } from "~/ui/toast";

/** What a visitor sees about their report; after too many the dialog says it, and when there is another try. (spec 8, 9) */
export const REPORT_TOASTS = {
  sent: {
    title: "Review Reported",
    description: "Thank you for your feedback.",
    duration: 4000,
  },
  "already-reported-here": {
    title: "Already Reported",
    description: "You have already reported this review.",
    duration: 3000,
  },
  "already-reported": {
    title: "Already Reported",
    description: "This review seems to have already been reported by this device.",
    duration: 3000,
  },
  ...UNOPENED_TOASTS,
} satisfies Record<Exclude<ReportOutcome, "too-many-attempts">, ToastMessage>;
