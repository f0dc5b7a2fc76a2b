import { type SubmitEvent, useRef, useState } from "react";
import { REVIEW_ACTIONS, type ReviewAction, SESSION_EXPIRED_TOAST } from "./review-actions";
import { failureSentence } from "~/data/connection-lost";
import { SessionExpired } from "~/data/signed-in-call";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { formatDay } from "~/domain/dates";
import { followUpFault, MAX_FOLLOW_UP_LENGTH, newDepositAnswers } from "~/domain/follow-up-check";
import type { MyReview } from "~/domain/my-review";
import { Button } from "~/ui/button";
import { ChipGroupField } from "~/ui/chip-group-field";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { optionsOf } from "~/ui/radio-group-field";
import { TextAreaField } from "~/ui/text-area-field";
import { showToast } from "~/ui/toast";

interface ReviewDialogProps {
  /** The action to confirm; null while the dialog is closed. */
  asked: { action: ReviewAction; review: MyReview } | null;
  onClose: () => void;
  onChange: (review: MyReview) => void;
}

/** Confirms an action on a review. Shows a refusal and keeps what was typed. */
export function ReviewDialog({ asked, onClose, onChange }: ReviewDialogProps) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(asked);
  const [isBusy, setBusy] = useState(false);
  if (asked && asked !== shown) setShown(asked);
  if (!shown) return null;
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={REVIEW_ACTIONS[shown.action].title}
    >
      <Question
        key={`${shown.action} ${shown.review.id}`}
        {...shown}
        isBusy={isBusy}
        onBusy={setBusy}
        onClose={onClose}
        onChange={onChange}
      />
    </Dialog>
  );
}

interface QuestionProps extends Omit<ReviewDialogProps, "asked"> {
  action: ReviewAction;
  review: MyReview;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

function Question({ action, review, isBusy, onBusy, onClose, onChange }: QuestionProps) {
  const { text, button, isFinal, carryOut, done } = REVIEW_ACTIONS[action];
  const [followUp, setFollowUp] = useState(() => tabDraft(`follow-up:${review.id}`).text ?? "");
  const depositAnswers = optionsOf(action === "add-follow-up" ? newDepositAnswers(review) : {});
  const [depositBack, setDepositBack] = useState("");
  const [refusal, setRefusal] = useState("");
  const [error, setError] = useState("");
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fault = action === "add-follow-up" ? followUpFault(followUp, depositBack) : null;
    setError(fault ? FAULTS[fault] : "");
    if (fault) return form.current?.querySelector("textarea")?.focus();
    onBusy(true);
    setRefusal("");
    try {
      const changed = await carryOut(review.id, followUp, depositBack);
      if (action === "add-follow-up") keepTabDraft(`follow-up:${review.id}`, null);
      showToast(done(changed));
      onChange(changed);
      onClose();
    } catch (failure) {
      if (failure instanceof SessionExpired) {
        showToast(SESSION_EXPIRED_TOAST);
        onClose();
      } else setRefusal(failureSentence(failure));
    } finally {
      onBusy(false);
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <p>
        {text} <span className="text-ink-muted">{aboutText(review)}</span>
      </p>
      {depositAnswers.length > 0 && (
        <ChipGroupField
          label="Did the deposit come back?"
          name="depositBack"
          options={depositAnswers}
          value={depositBack}
          onValueChange={setDepositBack}
        />
      )}
      {action === "add-follow-up" && (
        <TextAreaField
          label="What happened later"
          name="followUp"
          isRequired={depositBack === ""}
          rows={4}
          placeholder="Deposit returned in March, two months after we left."
          hint={`At most ${MAX_FOLLOW_UP_LENGTH} characters.`}
          error={error}
          value={followUp}
          readOnly={isBusy}
          onChange={(event) => {
            setFollowUp(event.currentTarget.value);
            keepTabDraft(`follow-up:${review.id}`, { text: event.currentTarget.value });
          }}
        />
      )}
      {refusal && <Notice tone="error">{refusal}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={isFinal ? "danger" : "primary"} disabled={isBusy}>
          {isBusy ? "Please wait..." : button}
        </Button>
      </div>
    </form>
  );
}

function aboutText({ propertyName, publishedOn }: MyReview) {
  return (
    <>
      (<bdi>{propertyName}</bdi>, {formatDay(publishedOn)})
    </>
  );
}

const FAULTS = {
  missing: "Write what has happened since.",
  "too-long": `Use at most ${MAX_FOLLOW_UP_LENGTH} characters.`,
} satisfies Record<NonNullable<ReturnType<typeof followUpFault>>, string>;
