import { type SubmitEvent, useRef, useState } from "react";
import { changeReview, changeToast, type ReviewAction } from "./change-review";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { formatDay } from "~/domain/dates";
import { followUpFault, MAX_FOLLOW_UP_LENGTH } from "~/domain/follow-up";
import type { MyReview } from "~/domain/my-review";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { TextAreaField } from "~/ui/text-area-field";
import { showToast } from "~/ui/toast";

interface ReviewDialogProps {
  /** What the author is about to do with which review; null while nothing is asked. */
  asked: { action: ReviewAction; review: MyReview } | null;
  onClose: () => void;
  onChange: (review: MyReview) => void;
}

/** Asks once before something is done about a review. What was refused is shown in it, and what was typed stays. */
export function ReviewDialog({ asked, onClose, onChange }: ReviewDialogProps) {
  // What is shown while it fades away.
  const [shown, setShown] = useState(asked);
  const [isBusy, setBusy] = useState(false);
  if (asked && asked !== shown) setShown(asked);
  if (!shown) return null;
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={QUESTIONS[shown.action].title}
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
  const { text, button, isFinal } = QUESTIONS[action];
  const [followUp, setFollowUp] = useState(() => tabDraft(`follow-up:${review.id}`).text ?? "");
  const [refusal, setRefusal] = useState("");
  const [error, setError] = useState("");
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fault = action === "add-follow-up" ? followUpFault(followUp) : null;
    setError(fault ? FAULTS[fault] : "");
    if (fault) return form.current?.querySelector("textarea")?.focus();
    onBusy(true);
    setRefusal("");
    const outcome = await changeReview(action, review.id, followUp);
    onBusy(false);
    if (outcome.outcome === "failed") return setRefusal(outcome.message);
    showToast(changeToast(action, outcome));
    if (outcome.outcome === "changed") {
      if (action === "add-follow-up") keepTabDraft(`follow-up:${review.id}`, null);
      onChange(outcome.review);
    }
    onClose();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <p>
        {text} <span className="text-ink-muted">{aboutText(review)}</span>
      </p>
      {action === "add-follow-up" && (
        <TextAreaField
          label="What happened later"
          name="followUp"
          isRequired
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

const QUESTIONS = {
  "make-anonymous": {
    title: "Take your name off this review?",
    text: "The name and the email given with it will be deleted. This cannot be undone.",
    button: "Take my name off",
    isFinal: true,
  },
  withdraw: {
    title: "Withdraw this review?",
    text: "It disappears from every page, count and average at once. After 30 days it is deleted with its photos; until then you can bring it back here.",
    button: "Withdraw",
    isFinal: true,
  },
  "bring-back": {
    title: "Bring this review back?",
    text: "Readers will see it again, unless an operator has hidden it.",
    button: "Bring it back",
    isFinal: false,
  },
  "add-follow-up": {
    title: "Add what happened later",
    text: "It will appear under your review with today's date. You can add up to three. They cannot be edited later, and the review itself does not change.",
    button: "Add it",
    isFinal: false,
  },
} satisfies Record<ReviewAction, { title: string; text: string; button: string; isFinal: boolean }>;
