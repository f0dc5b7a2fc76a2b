import { useLayoutEffect, useState } from "react";
import type { FieldMessages } from "./join-waitlist";
import { keepTabDraft, tabDraft } from "~/data/tab-draft";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import type { ToastMessage } from "~/ui/toast";
import { useIsHydrated } from "~/ui/use-is-hydrated";
import { useSending } from "~/ui/use-sending";
import { WithoutScripts } from "~/ui/without-scripts";

/** The banner above Home links to it. */
export const WAITLIST_ID = "waitlist";

/** The referral waitlist, or why there is none. (spec 1, 2) */
export function WaitlistCard({ isAvailable }: { isAvailable: boolean }) {
  return (
    // Focusable, because the banner's link moves the focus here.
    <section
      id={WAITLIST_ID}
      tabIndex={-1}
      aria-labelledby="waitlist-title"
      className="scroll-mt-4 gap-x-10 border border-t-3 border-line border-t-brand bg-surface p-4 sm:p-5 md:grid md:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id="waitlist-title" className="text-xl">
          Referral Waitlist
        </h2>
        <p className="mt-1.5 mb-3 text-sm text-ink-muted">
          A referral program is coming: invite friends and earn perks. Leave your name and email, and we will email you
          when it starts. No one else sees them.
        </p>
      </div>
      <div>
        {isAvailable ? (
          <WithoutScripts what="Joining the waitlist needs">
            <WaitlistForm />
          </WithoutScripts>
        ) : (
          <Notice>The waitlist is unavailable because this site runs without a database.</Notice>
        )}
      </div>
    </section>
  );
}

/** The tab keeps what was typed until the entry is on the list. (spec 5, 8) */
function WaitlistForm() {
  const [messages, setMessages] = useState<FieldMessages>({});
  const [refusal, setRefusal] = useState("");
  const isHydrated = useIsHydrated();
  const { ref, isBusy, onSubmit } = useSending(async (form) => {
    const entry = entryIn(form);
    setRefusal("");
    try {
      const { joinWaitlist } = await load();
      const answer = await joinWaitlist(entry);
      if (answer.outcome === "joined") clear(form);
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
    // "post" keeps the email out of the URL if the form is sent without JavaScript.
    <form
      ref={ref}
      onSubmit={onSubmit}
      onChange={(event) => keepTabDraft("waitlist", entryIn(event.currentTarget))}
      method="post"
      noValidate
    >
      <fieldset disabled={isBusy} className="grid items-start gap-3 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" isRequired onFocus={preload} error={messages.name} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          isRequired
          onFocus={preload}
          error={messages.email}
        />
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

/** Restores the draft, except in fields typed into before hydration. */
function fillIn(form: HTMLFormElement | null) {
  for (const [name, text = ""] of Object.entries(tabDraft("waitlist"))) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === "") field.value = text;
  }
}

function clear(form: HTMLFormElement) {
  form.reset();
  keepTabDraft("waitlist", null);
}

function entryIn(form: HTMLFormElement) {
  const values = new FormData(form);
  return { name: String(values.get("name")), email: String(values.get("email")) };
}

const FAILED_TOAST: ToastMessage = {
  title: "Submission Failed",
  description: "Failed to join waitlist. Please try again.",
  variant: "destructive",
};

// Few visitors join, so the page does not download the rules, the messages and the call until a field has the focus.
const load = () => import("./join-waitlist");

function preload() {
  load().catch(() => {});
}
