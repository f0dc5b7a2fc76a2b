import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { TextField } from "~/ui/text-field";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";
import { useIsHydrated } from "~/ui/without-scripts";
import type { FieldMessages } from "./join-waitlist";

/** Takes a name and an e-mail. The tab keeps what was typed until it is on the list. (spec 5, 8) */
export function WaitlistForm() {
  const ref = useRef<HTMLFormElement>(null);
  const toast = useRef("");
  const [isBusy, setBusy] = useState(false);
  const [messages, setMessages] = useState<FieldMessages | null>(null);
  const [refusal, setRefusal] = useState("");
  const isHydrated = useIsHydrated();

  useLayoutEffect(() => fillIn(ref.current), []);
  useLayoutEffect(() => {
    if (!isBusy && messages) focusAfterTry(ref.current);
  }, [isBusy, messages]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    // What it says is no longer so once the visitor tries again.
    dismissToast(toast.current);
    const form = event.currentTarget;
    const entry = entryIn(form);
    setBusy(true);
    setRefusal("");
    try {
      const { joinWaitlist } = await load();
      const answer = await joinWaitlist(entry);
      if (answer.outcome === "joined") empty(form);
      toast.current = showToast(answer.toast);
      setMessages(answer.messages);
      setRefusal(answer.refusal);
    } catch {
      toast.current = showToast(FAILED_TOAST);
      setMessages({});
    }
    setBusy(false);
  }

  return (
    // "post": should it ever be sent without JavaScript, no e-mail must end up in the address of a page.
    <form
      ref={ref}
      onSubmit={send}
      onChange={(event) => keepTabDraft("waitlist", entryIn(event.currentTarget))}
      method="post"
      noValidate
    >
      <fieldset disabled={isBusy} className="grid gap-4">
        <Fields messages={messages} />
        {refusal && <Notice tone="error">{refusal}</Notice>}
        {/* Before hydration the button would submit the form to no handler. */}
        <Button type="submit" disabled={!isHydrated} className="justify-self-start">
          {isBusy ? "Joining..." : "Join the Waitlist"}
        </Button>
      </fieldset>
    </form>
  );
}

/** What was typed before hydration is newer than the draft. */
function fillIn(form: HTMLFormElement | null) {
  for (const [name, text = ""] of Object.entries(tabDraft("waitlist"))) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === "") field.value = text;
  }
}

function empty(form: HTMLFormElement) {
  form.reset();
  keepTabDraft("waitlist", null);
}

/** A field at fault comes first. A disabled button has lost the focus; a keyboard goes on where it was. */
function focusAfterTry(form: HTMLFormElement | null) {
  const place = form?.querySelector<HTMLElement>("[aria-invalid]");
  if (place) place.focus();
  else if (document.activeElement === document.body) form?.querySelector("button")?.focus();
}

function entryIn(form: HTMLFormElement) {
  const values = new FormData(form);
  return { name: String(values.get("name")), email: String(values.get("email")) };
}

function Fields({ messages }: { messages: FieldMessages | null }) {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" isRequired onFocus={prepare} error={messages?.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        onFocus={prepare}
        error={messages?.email}
      />
    </>
  );
}

const FAILED_TOAST: ToastMessage = {
  title: "Submission Failed",
  description: "Failed to join waitlist. Please try again.",
  variant: "destructive",
};

// Few visitors join: the rules, the messages and the way to the database are not part of the page until one turns to it.
const load = () => import("./join-waitlist");

function prepare() {
  load().catch(() => {});
}
