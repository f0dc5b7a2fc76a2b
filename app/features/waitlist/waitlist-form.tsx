import { useLayoutEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { TextField } from "~/ui/text-field";
import type { ToastMessage } from "~/ui/toast";
import { useIsHydrated } from "~/ui/use-is-hydrated";
import { useSending } from "~/ui/use-sending";
import type { FieldMessages } from "./join-waitlist";

/** Takes a name and an e-mail. The tab keeps what was typed until it is on the list. (spec 5, 8) */
export function WaitlistForm() {
  const [messages, setMessages] = useState<FieldMessages>({});
  const [refusal, setRefusal] = useState("");
  const isHydrated = useIsHydrated();
  const { ref, isBusy, onSubmit } = useSending(async (form) => {
    const entry = entryIn(form);
    setRefusal("");
    try {
      const { joinWaitlist } = await load();
      const answer = await joinWaitlist(entry);
      if (answer.outcome === "joined") empty(form);
      setMessages(answer.messages);
      setRefusal(answer.refusal);
      return answer.toast;
    } catch {
      setMessages({});
      return FAILED_TOAST;
    }
  });

  useLayoutEffect(() => fillIn(ref.current), [ref]);

  return (
    // "post": should it ever be sent without JavaScript, no e-mail must end up in the address of a page.
    <form
      ref={ref}
      onSubmit={onSubmit}
      onChange={(event) => keepTabDraft("waitlist", entryIn(event.currentTarget))}
      method="post"
      noValidate
    >
      <fieldset disabled={isBusy} className="grid items-start gap-3 sm:max-md:grid-cols-2 lg:grid-cols-2">
        <Fields messages={messages} />
        {refusal && (
          <Notice tone="error" className="col-span-full">
            {refusal}
          </Notice>
        )}
        {/* Before hydration the button would submit the form to no handler. */}
        <Button type="submit" disabled={!isHydrated} className="col-span-full justify-self-start">
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

function entryIn(form: HTMLFormElement) {
  const values = new FormData(form);
  return { name: String(values.get("name")), email: String(values.get("email")) };
}

function Fields({ messages }: { messages: FieldMessages }) {
  return (
    <>
      <TextField label="Name" name="name" autoComplete="name" isRequired onFocus={prepare} error={messages.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        onFocus={prepare}
        error={messages.email}
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
