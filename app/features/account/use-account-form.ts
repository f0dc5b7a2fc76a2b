import { useLayoutEffect, useRef, useState, type SubmitEvent } from "react";
import { dismissAccountToast, showAccountToast } from "./account-toast";
import type { AccountField, FieldMessage, Problem } from "./check-fields";

interface Submission<Field extends AccountField> {
  /** Looks at what was typed, before anything is sent. */
  check(values: Record<Field, string>): Problem | null;
  /**
   * Sends it and tells the visitor what came of it. Resolves to messages to put beside fields (none: the form just
   * becomes usable again), or to "leaving" when another page is on its way and the form stays as it is.
   */
  send(values: Record<Field, string>): Promise<FieldMessage[] | "leaving">;
}

/**
 * What the account forms share: the fields keep their values themselves (so that nothing typed before the page came
 * alive is lost), a busy flag, a message beside each field at fault, and the focus on the first of them.
 */
export function useAccountForm<Field extends AccountField>({ check, send }: Submission<Field>) {
  const ref = useRef<HTMLFormElement>(null);
  const hasAnswer = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [messages, setMessages] = useState<FieldMessage[]>([]);

  useLayoutEffect(() => {
    if (isBusy || !hasAnswer.current) return;
    hasAnswer.current = false;
    const first = messages[0];
    if (first) fieldOf(ref.current, first.field)?.focus();
    // A disabled button loses the focus; a keyboard goes on where it was.
    else if (document.activeElement === document.body) submitButtonOf(ref.current)?.focus();
  }, [isBusy, messages]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Field, string>;
    const problem = check(values);
    if (problem) {
      hasAnswer.current = true;
      setMessages(problem.fields);
      showAccountToast(problem.toast);
      return;
    }
    dismissAccountToast();
    setMessages([]);
    setBusy(true);
    let answer: FieldMessage[] | "leaving" = [];
    try {
      answer = await send(values);
    } finally {
      if (answer !== "leaving") {
        hasAnswer.current = true;
        setMessages(answer);
        setBusy(false);
      }
    }
  }

  return {
    isBusy,
    errorOf: (field: Field) => messages.find((message) => message.field === field)?.message,
    // "post": should the form ever be sent without JavaScript, a password must not end up in an address.
    formProps: { ref, onSubmit, method: "post", noValidate: true } as const,
  };
}

function fieldOf(form: HTMLFormElement | null, name: AccountField): HTMLElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLElement ? field : null;
}

function submitButtonOf(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>("button[type=submit]") ?? null;
}
