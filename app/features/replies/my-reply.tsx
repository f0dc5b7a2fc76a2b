import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { withdrawReply } from "~/data/replies";
import { keepTabDraft } from "~/data/tab-draft";
import { formatDay } from "~/domain/dates";
import { answerPath, type MyReply as Reply } from "~/domain/reply";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { showToast } from "~/ui/toast";
import { ReplyForm } from "./reply-form";
import { refusalText, REPLY_STATES, REPLY_TOASTS, WITHDRAW_QUESTION } from "./reply-wording";
import { outcomeOf, useMyReply } from "./use-my-reply";

/** The user's own reply to a review: a form, waiting, shown or refused. (spec 11) */
export function MyReply({ reviewId }: { reviewId: string }) {
  const { loaded, loadAgain, setReply } = useMyReply(reviewId);
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  if (loaded === "loading") return <Notice tone="loading">One moment, please...</Notice>;
  if ("failure" in loaded) {
    return (
      <Notice tone="error" action={<Button onClick={loadAgain}>Try again</Button>}>
        {loaded.failure}
      </Notice>
    );
  }
  const { reply } = loaded;

  function change(next: Reply | null) {
    setReply(next);
    // The pressed button is removed, so move the focus.
    place.current?.focus();
  }

  function withdrawn() {
    change(null);
    // Reloads the review above, which showed the reply.
    void navigate(answerPath(reviewId), { replace: true, preventScrollReset: true });
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {reply && reply.state !== "refused" ? (
        <SentReply reviewId={reviewId} reply={reply} onWithdrawn={withdrawn} />
      ) : (
        <>
          {reply?.refusal && (
            <Notice tone="error" className="mb-5">
              <p>
                <strong>{REPLY_STATES.refused}</strong> {refusalText(reply.refusal)} You can rewrite it and send it
                again.
              </p>
            </Notice>
          )}
          <ReplyForm reviewId={reviewId} refused={reply} onSent={change} />
        </>
      )}
    </div>
  );
}

interface SentReplyProps {
  reviewId: string;
  reply: Reply;
  onWithdrawn: () => void;
}

function SentReply({ reviewId, reply, onWithdrawn }: SentReplyProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function withdraw() {
    setBusy(true);
    setFailure("");
    const outcome = await outcomeOf(withdrawReply(reviewId).then(() => null));
    setBusy(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
    keepTabDraft(`answer:${reviewId}`, { text: reply.text, writer: reply.writtenAs });
    showToast(REPLY_TOASTS.withdrawn);
    onWithdrawn();
  }

  return (
    <div className="grid gap-4">
      <Notice tone="success">{REPLY_STATES[reply.state]}</Notice>
      <blockquote className="border-l-3 border-line-strong bg-surface-sunken p-4">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {reply.text}
        </p>
        <footer className="mt-2 text-sm text-ink-muted">{formatDay(reply.createdOn)}</footer>
      </blockquote>
      <Button variant="danger" onClick={() => setAsking(true)} className="justify-self-start">
        Withdraw the reply
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={(willOpen) => !isBusy && setAsking(willOpen)}
        title={WITHDRAW_QUESTION.title}
      >
        <div className="grid gap-4">
          <p>{WITHDRAW_QUESTION.text}</p>
          {failure && <Notice tone="error">{failure}</Notice>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" disabled={isBusy} onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" disabled={isBusy} onClick={withdraw}>
              {isBusy ? "Please wait..." : "Withdraw"}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
