import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { TooMany } from "~/domain/too-many";
import type { Reported } from "~/domain/report";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";
import { ReportDialog } from "./report-dialog";
import { REPORT_TOASTS, type ReportOutcome } from "./report-review";

export { reportReview } from "./report-review";

/** The texts of `REPORT_TOASTS` that differ for replies. (spec 11) */
const REPLY_REPORT_TOASTS: Partial<Record<ReportOutcome, Partial<ToastMessage>>> = {
  sent: { title: "Reply Reported" },
  "already-reported-here": { description: "You have already reported this reply." },
  "already-reported": { description: "This reply seems to have already been reported by this device." },
};

interface ReportingProps {
  reviewId: string;
  reported: Reported;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBusyChange: (isBusy: boolean) => void;
  /** Called when the dialog has faded out, so that the caller can restore the focus. */
  onClosed: () => void;
}

/** The report dialog and the toast of its outcome. Downloaded on demand. (spec 4, 8) */
export function Reporting({ reviewId, reported, isOpen, onOpenChange, onBusyChange, onClosed }: ReportingProps) {
  const fetcher = useFetcher<ReportOutcome | TooMany>();
  const [refusal, setRefusal] = useState("");
  const isAwaited = useRef(false);
  const failureToast = useRef("");
  const isBusy = fetcher.state !== "idle";
  const outcome = isBusy ? undefined : fetcher.data;

  const tell = useEffectEvent((answer: ReportOutcome | TooMany) => {
    isAwaited.current = false;
    const word = typeof answer === "string" ? answer : answer.outcome;
    setRefusal(typeof answer === "string" ? "" : `Too many attempts. ${answer.sentence}`);
    if (word === "too-many-attempts") return;
    const toast = showToast({ ...REPORT_TOASTS[word], ...(reported === "reply" && REPLY_REPORT_TOASTS[word]) });
    // After a failure the dialog stays open, so that the visitor can retry.
    if (word === "failed") failureToast.current = toast;
    else onOpenChange(false);
  });
  const tellBusy = useEffectEvent(onBusyChange);
  // Opening the dialog again dismisses the toast of the last failure.
  const forgetFailure = useEffectEvent(() => dismissToast(failureToast.current));

  useEffect(() => {
    tellBusy(isBusy);
    if (outcome && isAwaited.current) tell(outcome);
  }, [isBusy, outcome]);

  useEffect(() => {
    if (isOpen) forgetFailure();
  }, [isOpen]);

  function changeOpen(willBeOpen: boolean) {
    setRefusal("");
    onOpenChange(willBeOpen);
  }

  function send(report: { reason: string; reporterEmail: string }) {
    isAwaited.current = true;
    dismissToast(failureToast.current);
    setRefusal("");
    // No page data is stale: this device knows its own reports.
    const options = { method: "post", action: "/reviews", defaultShouldRevalidate: false } as const;
    void fetcher.submit({ reviewId, ...(reported === "reply" && { reported }), ...report }, options);
  }

  return (
    <ReportDialog
      reported={reported}
      reviewId={reviewId}
      isOpen={isOpen}
      isBusy={isBusy}
      refusal={refusal}
      onOpenChange={changeOpen}
      onConfirm={send}
      onClosed={onClosed}
    />
  );
}
