import { type SubmitEvent, useEffect, useEffectEvent, useState } from "react";
import { prepareFingerprint } from "~/data/device-fingerprint";
import { isEmail } from "~/domain/account";
import { grievancePath } from "~/domain/grievance";
import { characterCount, plainLine } from "~/domain/plain-text";
import { MAX_REPORTER_EMAIL_LENGTH, type Reported } from "~/domain/report";
import { REPORT_REASONS } from "~/domain/report-reasons";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { TextField } from "~/ui/text-field";

export interface ReportDialogProps {
  reported: Reported;
  reviewId: string;
  isOpen: boolean;
  isBusy: boolean;
  /** Why the last attempt was refused, and when to retry; empty without a refusal. */
  refusal: string;
  onOpenChange: (isOpen: boolean) => void;
  /** Called when the dialog has faded out, so that the caller can restore the focus. */
  onClosed: () => void;
  onConfirm: (report: { reason: string; reporterEmail: string }) => void;
}

/** Milliseconds from closing the dialog to clearing it: longer than the fade. (spec 4, 9) */
const RESET_DELAY = 300;

const REASONS: Record<Reported, Record<string, string>> = {
  review: REPORT_REASONS,
  reply: { ...REPORT_REASONS, fake: "This reply is fake" },
};
const BLANK = { isConfirming: false, reason: "", reporterEmail: "", emailMessage: "" };

/** Asks for a reason and a confirmation. The fields are empty each time the dialog opens. (spec 4) */
export function ReportDialog({
  reported,
  reviewId,
  isOpen,
  isBusy,
  refusal,
  onOpenChange,
  onClosed,
  onConfirm,
}: ReportDialogProps) {
  const [entry, setEntry] = useState(BLANK);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setEntry(BLANK);
  }

  const forget = useEffectEvent(() => {
    setEntry(BLANK);
    onClosed();
  });

  useEffect(() => {
    if (isOpen) {
      prepareFingerprint();
      return;
    }
    const timer = setTimeout(forget, RESET_DELAY);
    return () => clearTimeout(timer);
  }, [isOpen]);

  function close() {
    if (!isBusy) onOpenChange(false);
  }

  return (
    <Dialog isOpen={isOpen} onOpenChange={close} title={`Report ${reported}`}>
      {entry.isConfirming ? (
        <ConfirmStep
          reason={REASONS[reported][entry.reason] ?? ""}
          isBusy={isBusy}
          refusal={refusal}
          onBack={() => setEntry({ ...entry, isConfirming: false })}
          onConfirm={() => onConfirm({ reason: entry.reason, reporterEmail: entry.reporterEmail })}
        />
      ) : (
        <ReasonStep {...{ reviewId, reported, entry }} onChange={setEntry} onCancel={close} />
      )}
    </Dialog>
  );
}

interface ReasonStepProps {
  reported: Reported;
  reviewId: string;
  entry: typeof BLANK;
  onChange: (entry: typeof BLANK) => void;
  onCancel: () => void;
}

function ReasonStep({ reviewId, reported, entry, onChange, onCancel }: ReasonStepProps) {
  function next(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const emailMessage = messageAbout(entry.reporterEmail);
    onChange({ ...entry, emailMessage, isConfirming: emailMessage === "" });
    if (emailMessage) event.currentTarget.querySelector<HTMLElement>("[name=reporterEmail]")?.focus();
  }

  return (
    <form className="flex flex-col gap-4 outline-none" tabIndex={-1} ref={takeFocus} onSubmit={next} noValidate>
      <RadioGroupField
        label={`Why are you reporting this ${reported}?`}
        name="reason"
        options={optionsOf(REASONS[reported])}
        value={entry.reason}
        onValueChange={(reason) => onChange({ ...entry, reason })}
      />
      <TextField
        label="Your email (optional)"
        hint="So that we can tell you what we decide."
        name="reporterEmail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={entry.emailMessage}
        value={entry.reporterEmail}
        onChange={(event) => onChange({ ...entry, reporterEmail: event.currentTarget.value })}
      />
      <p className="text-sm text-ink-muted">
        We usually decide on a report within 7 days. For an answer by a fixed time,{" "}
        <a className="link" href={grievancePath(reviewId)}>
          file a complaint
        </a>
        .
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={entry.reason === ""}>
          Next
        </Button>
      </div>
    </form>
  );
}

interface ConfirmStepProps extends Pick<ReportDialogProps, "isBusy" | "refusal"> {
  reason: string;
  onBack: () => void;
  onConfirm: () => void;
}

function ConfirmStep({ reason, isBusy, refusal, onBack, onConfirm }: ConfirmStepProps) {
  return (
    <div className="flex flex-col gap-4 outline-none" tabIndex={-1} ref={takeFocus}>
      <p>
        Reason: <strong>{reason}</strong>
      </p>
      <p>Are you sure? Misuse may lead to IP block.</p>
      {refusal && <Notice tone="error">{refusal}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
          {isBusy ? "Confirming..." : "Confirm Report"}
        </Button>
      </div>
    </div>
  );
}

/** Returns the error message for a reporter's email, by the rules of `check_report` in the database; empty if the email is valid. */
function messageAbout(email: string): string {
  const address = plainLine(email);
  if (characterCount(address) > MAX_REPORTER_EMAIL_LENGTH)
    return `Use at most ${MAX_REPORTER_EMAIL_LENGTH} characters.`;
  if (address === "" || isEmail(address)) return "";
  return "Use the form name@example.com, without spaces, or leave it empty.";
}

// The pressed button is removed with the previous step, so move the focus. The dialog itself sets the focus when it opens.
function takeFocus(step: HTMLElement | null) {
  if (document.activeElement === document.body) step?.focus();
}
