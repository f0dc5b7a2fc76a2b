import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { areReviewsKeptHere } from "~/data/database";
import { Button } from "~/ui/button";
import { dismissToast, showToast } from "~/ui/toast";
import type { ReportDialogProps } from "./report-dialog";
import type { ReportOutcome } from "./report-review";
import { REPORT_TOASTS } from "./report-wording";
import { ReviewIcon } from "./review-icons";

/** Opens the report dialog of one review, sends what it says and tells what came of it. (spec 2, 4, 8) */
export function ReportButton({ reviewId, canReport }: { reviewId: string; canReport: boolean }) {
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const fetcher = useFetcher<ReportOutcome>();
  const isAwaited = useRef(false);
  const failureToast = useRef("");
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = fetcher.state !== "idle";

  const outcome = isBusy ? undefined : fetcher.data;

  const tell = useEffectEvent((told: ReportOutcome) => {
    isAwaited.current = false;
    const toast = showToast(REPORT_TOASTS[told]);
    if (told === "failed") failureToast.current = toast;
    // After a failure the dialog stays, so that the visitor can try again without choosing again.
    if (told !== "failed") setIsOpen(false);
  });

  useEffect(() => {
    if (outcome && isAwaited.current) tell(outcome);
  }, [outcome]);

  // Few visitors report anything: the dialog is not part of the page until one of them does.
  async function open() {
    dismissToast(failureToast.current);
    if (areReviewsKeptHere()) {
      failureToast.current = showToast(REPORT_TOASTS.unavailable);
      return;
    }
    try {
      const { ReportDialog } = await import("./report-dialog");
      setDialog(() => ReportDialog);
      setIsOpen(true);
    } catch {
      failureToast.current = showToast(REPORT_TOASTS.failed);
    }
  }

  function send(report: { reason: string; reporterEmail: string }) {
    isAwaited.current = true;
    // What it says is no longer so once the visitor tries again.
    dismissToast(failureToast.current);
    // Nothing that the server gave this page is stale by it: this device remembers its own reports.
    const options = { method: "post", action: "/reviews", defaultShouldRevalidate: false } as const;
    void fetcher.submit({ reviewId, ...report }, options);
  }

  // A button that is disabled by now cannot get the focus back; its card keeps the reader's place.
  function keepPlace() {
    if (document.activeElement === document.body) button.current?.closest("article")?.focus({ preventScroll: true });
  }

  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        disabled={!canReport || isBusy}
        onClick={open}
        // Without JavaScript it could do nothing.
        className={canReport ? "noscript:hidden" : ""}
      >
        <ReviewIcon name="flag" className="size-4" />
        {canReport ? "Report" : "Reported"}
      </Button>
      {Dialog && (
        <Dialog isOpen={isOpen} isBusy={isBusy} onOpenChange={setIsOpen} onConfirm={send} onClosed={keepPlace} />
      )}
    </>
  );
}
