import { type ComponentType, useRef, useState } from "react";
import { visitorBackend } from "~/data/visitor-backend";
import type { Reported } from "~/domain/report";
import { Button } from "~/ui/button";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";
import { loadReporting } from "./load-reporting";
import type { ReportingProps } from "./reporting";

/** Why the dialog did not open. The other outcomes, in report-wording.ts, come with the dialog. (spec 8, 9) */
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

interface ReportButtonProps {
  reviewId: string;
  reported?: Reported;
  /** Tells the buttons of a list apart where only they are read out. */
  author: string;
  canReport: boolean;
}

/** Opens the report dialog of one review, or of the reply under it. (spec 2, 4, 11) */
export function ReportButton({ reviewId, reported = "review", author, canReport }: ReportButtonProps) {
  const [Reporting, setReporting] = useState<ComponentType<ReportingProps> | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const failureToast = useRef("");
  const button = useRef<HTMLButtonElement>(null);

  async function open() {
    dismissToast(failureToast.current);
    try {
      const [loaded, actions] = await Promise.all([loadReporting(), visitorBackend().actions()]);
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

  // A button that is disabled by now cannot get the focus back; its card keeps the reader's place.
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
        // Without JavaScript it could do nothing.
        className={canReport ? "icon-flag noscript:hidden" : "icon-flag"}
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
