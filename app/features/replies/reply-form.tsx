import { type SubmitEvent, useRef, useState } from "react";
import { replyToReview } from "~/data/replies";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { isKeyOf } from "~/domain/enumerations";
import { MAX_REPLY_LENGTH, type MyReply, REPLY_WRITERS, replyFault } from "~/domain/reply";
import { Button } from "~/ui/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { TextAreaField } from "~/ui/text-area-field";
import { showToast } from "~/ui/toast";
import { NO_WRITER, REPLY_FAULTS, REPLY_TOASTS } from "./reply-wording";
import { outcomeOf } from "./use-my-reply";

interface ReplyFormProps {
  reviewId: string;
  /** The refused reply, as the initial text. */
  refused: MyReply | null;
  onSent: (reply: MyReply | null) => void;
}

const WRITERS = optionsOf(REPLY_WRITERS);

/** Sends a reply to a review. This tab keeps the text until it is sent. (spec 11) */
export function ReplyForm({ reviewId, refused, onSent }: ReplyFormProps) {
  const { text, writer, change } = useReplyDraft(reviewId, refused);
  const [errors, setErrors] = useState({ writer: "", text: "" });
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fault = replyFault(text);
    const isWriter = isKeyOf(REPLY_WRITERS, writer);
    setErrors({ writer: isWriter ? "" : NO_WRITER, text: fault ? REPLY_FAULTS[fault] : "" });
    if (!isWriter) return form.current?.querySelector("input")?.focus();
    if (fault) return form.current?.querySelector("textarea")?.focus();
    setBusy(true);
    setFailure("");
    const outcome = await outcomeOf(replyToReview(reviewId, text, writer));
    setBusy(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
    keepTabDraft(`answer:${reviewId}`, null);
    showToast(REPLY_TOASTS.sent);
    onSent(outcome.reply);
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <RadioGroupField
        label="Who are you?"
        hint="We do not check this. Pretending to own a home that is not yours may be against the law."
        name="writtenAs"
        isRequired
        options={WRITERS}
        value={writer}
        onValueChange={(chosen) => change({ writer: chosen })}
        error={errors.writer}
      />
      <TextAreaField
        label="Your reply"
        name="replyText"
        isRequired
        rows={8}
        hint={`At most ${MAX_REPLY_LENGTH.toLocaleString("en-IN")} characters, which everyone can read. Answer what the review says; do not name the tenant or guess who it is.`}
        error={errors.text}
        value={text}
        readOnly={isBusy}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {failure && <Notice tone="error">{failure}</Notice>}
      <WhatHappens />
      <Button type="submit" aria-disabled={isBusy} className="justify-self-start">
        {isBusy ? "Sending..." : "Send the reply"}
      </Button>
    </form>
  );
}

function useReplyDraft(reviewId: string, refused: MyReply | null) {
  const [draft, setDraft] = useState(() => ({
    text: refused?.text ?? "",
    writer: refused?.writtenAs ?? "",
    ...tabDraft(`answer:${reviewId}`),
  }));

  function change(changes: { text: string } | { writer: string }) {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepTabDraft(`answer:${reviewId}`, changed);
  }

  return { ...draft, change };
}

function WhatHappens() {
  return (
    <p className="text-sm text-ink-muted">
      We read your reply before it is shown, and apply the{" "}
      <Link to="/review-policy" className="link">
        review policy
      </Link>
      . Your name and email are not shown, and you will not be told who wrote the review.
    </p>
  );
}
