import { useState } from "react";
import { withdrawReply } from "~/data/replies";
import { formatDay } from "~/domain/dates";
import type { MyReply as Reply } from "~/domain/reply";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { showToast } from "~/ui/toast";
import { ReplyForm } from "./reply-form";
import { refusalText, REPLY_STATES, REPLY_TOASTS } from "./reply-wording";
import { outcomeOf, useMyReply } from "./use-my-reply";

/** The signed-in person's reply to a review: written, waiting, shown or refused. (spec 11) */
export function MyReply({ reviewId }: { reviewId: string }) {
  const { loaded, loadAgain, setReply } = useMyReply(reviewId);
  if (loaded === "loading") return <Notice tone="loading">One moment, please...</Notice>;
  if ("failure" in loaded) {
    return (
      <Notice tone="error" action={<Button onClick={loadAgain}>Try again</Button>}>
        {loaded.failure}
      </Notice>
    );
  }
  const { reply } = loaded;
  if (reply && reply.state !== "refused") {
    return <SentReply reviewId={reviewId} reply={reply} onWithdrawn={() => setReply(null)} />;
  }
  return (
    <>
      {reply?.refusal && (
        <Notice tone="error" className="mb-5">
          <p>
            <strong>{REPLY_STATES.refused}</strong> {refusalText(reply.refusal)} You may write it anew.
          </p>
        </Notice>
      )}
      <ReplyForm reviewId={reviewId} refused={reply} onSent={setReply} />
    </>
  );
}

interface SentReplyProps {
  reviewId: string;
  reply: Reply;
  onWithdrawn: () => void;
}

function SentReply({ reviewId, reply, onWithdrawn }: SentReplyProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function withdraw() {
    setBusy(true);
    const outcome = await outcomeOf(withdrawReply(reviewId).then((answer) => (answer === "withdrawn" ? null : answer)));
    setBusy(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
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
      {failure && <Notice tone="error">{failure}</Notice>}
      <Button variant="danger" disabled={isBusy} onClick={withdraw} className="justify-self-start">
        Withdraw the reply
      </Button>
    </div>
  );
}
