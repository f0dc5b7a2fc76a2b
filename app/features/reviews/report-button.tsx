import { useRef, useState } from "react";
import { visitorBackend } from "~/data/visitor-backend";
import type { Reported } from "~/domain/report";
import { Button } from "~/ui/button";
import { dismissToast, showToast } from "~/ui/toast";
import type { Reporting as ReportingDialog } from "./reporting";
import { UNOPENED_TOASTS } from "./unopened-report-toasts";

interface ReportButtonProps {
  reviewId: string;
  reported?: Reported;
  /** Part of the accessible name: screen readers list buttons without their cards. */
  author: string;
  canReport: boolean;
}

/** Opens the report dialog of a review or of the reply below it. (spec 2, 4, 11) */
export function ReportButton({ reviewId, reported = "review", author, canReport }: ReportButtonProps) {
  const [Reporting, setReporting] = useState<typeof ReportingDialog | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const failureToast = useRef("");
  const button = useRef<HTMLButtonElement>(null);

  async function open() {
    dismissToast(failureToast.current);
    try {
      const [loaded, actions] = await Promise.all([import("./reporting"), visitorBackend().actions()]);
      if (actions.prepareReport() === "unavailable") {
        failureToast.current = showToast(UNOPENED_TOASTS.unavailable);
        return;
      }
      setReporting(() => loaded.Reporting);
      setIsOpen(true);
    } catch {
      failureToast.current = showToast(UNOPENED_TOASTS.failed);
    }
  }

  // A disabled button cannot receive the focus, so its card does.
  function keepPlace() {
    if (document.activeElement === document.body) button.current?.closest("article")?.focus({ preventScroll: true });
  }

  const word = canReport ? "Report" : "Reported";
  return (
    <>
      <Button
        ref={button}
        aria-label={`${word} ${reported === "reply" ? "the reply to the " : ""}review by ${author}`}
        variant="ghost"
        size="sm"
        disabled={!canReport || isBusy}
        onClick={open}
        className={canReport ? "icon icon-flag noscript:hidden" : "icon icon-flag"}
      >
        {word}
      </Button>
      {Reporting && (
        <Reporting
          reviewId={reviewId}
          reported={reported}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          onBusyChange={setIsBusy}
          onClosed={keepPlace}
        />
      )}
    </>
  );
}
