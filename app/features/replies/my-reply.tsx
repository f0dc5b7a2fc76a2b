import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { myReply, replyToReview, withdrawReply } from "~/data/replies";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { formatDay } from "~/domain/dates";
import { MAX_REPLY_LENGTH, type MyReply as Reply, REPLY_WRITERS, replyFault, type ReplyState } from "~/domain/reply";
import { answerPath } from "~/domain/review";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { showToast, type ToastMessage } from "~/ui/toast";
import { isKeyOf } from "~/domain/enumerations";
import { Link } from "~/ui/link";
import { optionsOf, RadioGroupField } from "~/ui/radio-group-field";
import { TextAreaField } from "~/ui/text-area-field";
import { failureSentence } from "~/data/connection-lost";

const REPLY_FAULTS = {
  missing: "Write your reply.",
  "too-long": `Use at most ${MAX_REPLY_LENGTH.toLocaleString("en-IN")} characters.`,
} satisfies Record<NonNullable<ReturnType<typeof replyFault>>, string>;

const NO_WRITER = "Say whether you own or manage this home.";

const REPLY_TOASTS = {
  sent: { title: "Reply Sent", description: "We will read it first, usually within two days, and then email you." },
  withdrawn: { title: "Reply Withdrawn", description: "Some pages may still show it for up to a minute." },
} satisfies Record<string, ToastMessage>;

const WITHDRAW_QUESTION = {
  title: "Withdraw your reply?",
  text: "Readers will no longer see it. Your text goes back into the form, so that you can send another.",
};

const REPLY_STATES = {
  waiting: "Your reply is waiting. We read it before it is shown, usually within two days.",
  shown: "Your reply is under the review.",
  refused: "Your reply is not shown.",
} satisfies Record<ReplyState, string>;

function refusalText({ clause, sentence }: NonNullable<Reply["refusal"]>): string {
  return `Clause ${clause} of the review policy: ${sentence}`;
}

/** Shows the user's own reply to a review and its state, or a form to write it. (spec 11) */
export function MyReply({ userId, reviewId }: { userId: string; reviewId: string }) {
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
        <SentReply userId={userId} reviewId={reviewId} reply={reply} onWithdrawn={withdrawn} />
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
          <ReplyForm userId={userId} reviewId={reviewId} refused={reply} onSent={change} />
        </>
      )}
    </div>
  );
}

interface SentReplyProps {
  userId: string;
  reviewId: string;
  reply: Reply;
  onWithdrawn: () => void;
}

function SentReply({ userId, reviewId, reply, onWithdrawn }: SentReplyProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function withdraw() {
    setBusy(true);
    setFailure("");
    const outcome = await outcomeOf(withdrawReply(reviewId).then(() => null));
    setBusy(false);
    if ("failure" in outcome) return setFailure(outcome.failure);
    keepTabDraft(draftName(userId, reviewId), { text: reply.text, writer: reply.writtenAs });
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

interface ReplyFormProps {
  userId: string;
  reviewId: string;
  /** The refused reply, as the initial text. */
  refused: Reply | null;
  onSent: (reply: Reply | null) => void;
}

const WRITERS = optionsOf(REPLY_WRITERS);

/** Sends a reply to a review. This tab keeps the text until it is sent. (spec 11) */
export function ReplyForm({ userId, reviewId, refused, onSent }: ReplyFormProps) {
  const { text, writer, change } = useReplyDraft(draftName(userId, reviewId), refused);
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
    keepTabDraft(draftName(userId, reviewId), null);
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
        rows={6}
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

/** Contains the account, so that the next account in this tab does not see the draft. */
function draftName(userId: string, reviewId: string) {
  return `answer:${userId}:${reviewId}` as const;
}

function useReplyDraft(name: ReturnType<typeof draftName>, refused: Reply | null) {
  const [draft, setDraft] = useState(() => ({
    text: refused?.text ?? "",
    writer: refused?.writtenAs ?? "",
    ...tabDraft(name),
  }));

  function change(changes: { text: string } | { writer: string }) {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    keepTabDraft(name, changed);
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
      . Your name and email are not shown, and we will not tell you who wrote the review.
    </p>
  );
}

type Loaded = "loading" | { failure: string } | { reply: Reply | null };

/** Loads the user's own reply to a review in the browser: no server and no cache holds it. */
function useMyReply(reviewId: string) {
  const [loaded, setLoaded] = useState<Loaded>("loading");
  useEffect(() => {
    let isLeft = false;
    async function load() {
      const outcome = await outcomeOf(myReply(reviewId));
      if (!isLeft) setLoaded(outcome);
    }
    void load();
    return () => {
      isLeft = true;
    };
  }, [reviewId]);

  async function loadAgain() {
    setLoaded("loading");
    setLoaded(await outcomeOf(myReply(reviewId)));
  }

  return { loaded, loadAgain, setReply: (reply: Reply | null) => setLoaded({ reply }) };
}

/** Resolves to the response of a call, or to an error message. */
async function outcomeOf(call: Promise<Reply | null>): Promise<Exclude<Loaded, "loading">> {
  try {
    return { reply: await call };
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}
