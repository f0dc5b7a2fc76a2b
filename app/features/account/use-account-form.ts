import { type InputEvent, type SubmitEvent, useState } from "react";
import { fieldMessage, problemToast, type FieldFault } from "./account-form-wording";
import { dismissAccountToast, showAccountToast } from "./account-toast";
import type { AccountField, Problem } from "~/domain/account-check";
import { useFocusAfterTry } from "~/ui/use-sending";

interface Submission<Field extends AccountField> {
  /** Checks the values before the form is sent. Returns the problem, or null. */
  check(values: Record<Field, string>): Problem | null;
  /** Sends the form and shows the outcome. Resolves to the refused fields, or to "leaving", which keeps the form disabled. */
  send(values: Record<Field, string>): Promise<FieldFault[] | "leaving">;
}

/**
 * Manages an account form: a busy flag, messages beside the fields at fault, and the focus on the first of them. The fields are
 * uncontrolled, so that nothing typed before hydration is lost.
 */
export function useAccountForm<Field extends AccountField>({ check, send }: Submission<Field>) {
  const { ref, setTried } = useFocusAfterTry();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<FieldFault[]>([]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Field, string>;
    const problem = check(values);
    dismissAccountToast();
    if (problem) {
      setFaults(problem.fields);
      setTried();
      const toast = problemToast(problem);
      if (toast) showAccountToast(toast);
      return;
    }
    setFaults([]);
    setBusy(true);
    let answer: FieldFault[] | "leaving" = [];
    try {
      answer = await send(values);
    } finally {
      if (answer !== "leaving") {
        setFaults(answer);
        setBusy(false);
        setTried();
      }
    }
  }

  /** Removes the message of a field once it changes. */
  function onInput({ target }: InputEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement;
    setFaults((left) => (left.some(({ field }) => field === name) ? left.filter(({ field }) => field !== name) : left));
  }

  function errorOf(field: Field): string | undefined {
    const fault = faults.find((one) => one.field === field);
    return fault && fieldMessage(fault);
  }

  return {
    isBusy,
    errorOf,
    // "post": if the form is sent without JavaScript, the password must not be in the URL.
    formProps: { ref, onSubmit, onInput, method: "post", noValidate: true } as const,
  };
}
