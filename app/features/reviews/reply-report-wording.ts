import type { ReportOutcome } from "./report-review";
import type { ToastMessage } from "~/ui/toast";

/** What differs from `REPORT_TOASTS` about a report of a reply. It comes with the dialog. (spec 11) */
export const REPLY_REPORT_TOASTS: Partial<Record<ReportOutcome, Partial<ToastMessage>>> = {
  sent: { title: "Reply Reported" },
  "already-reported-here": { description: "You have already reported this reply." },
  "already-reported": { description: "This reply seems to have already been reported by this device." },
};
