import { useCallback, useEffect, useRef, useState } from "react";
import { newId } from "./new-id";
import {
  readSubmissionDraft,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
} from "~/data/submission-draft";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";

const SAVE_DELAY = 400;

export interface Author {
  id: string;
  email: string | null | undefined;
}

/**
 * The review being written. It comes back from this device's draft, and every change is kept there until the review is
 * accepted: through failures, reloads, an expired session and the way over the login page.
 */
export function useSubmission(user: Author | null) {
  const ownerId = user?.id ?? null;
  const email = user?.email ?? "";
  const [kept] = useState(() => readSubmissionDraft(ownerId, blankIssue()));
  const [draft, setDraft] = useState(() => kept ?? blankDraft(ownerId, email));
  const [isRestored, setIsRestored] = useState(kept !== null);
  const latest = useRef(draft);
  // A draft that is not in use here may be another person's, and is left alone.
  const isStored = useRef(kept !== null);
  // What this tab read or stored last. As long as nothing was changed in it since, another tab's draft stands.
  const settled = useRef(draft);

  const store = useCallback(() => {
    if (latest.current === settled.current) return;
    if (!isBlank(latest.current, email)) {
      if (!saveSubmissionDraft(latest.current)) return;
      isStored.current = true;
    } else if (isStored.current) {
      removeSubmissionDraft();
      isStored.current = false;
    }
    settled.current = latest.current;
  }, [email]);

  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(store, SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [draft, store]);

  useEffect(() => {
    // A phone closes a page in the background without a word, so hiding it counts as leaving.
    addEventListener("pagehide", store);
    document.addEventListener("visibilitychange", store);
    return () => {
      removeEventListener("pagehide", store);
      document.removeEventListener("visibilitychange", store);
      store();
    };
  }, [store]);

  /** A blank form with a new id. Answers what was there. */
  function startAfresh(): SubmissionDraft {
    const before = latest.current;
    const blank = blankDraft(ownerId, email);
    latest.current = blank;
    setDraft(blank);
    setIsRestored(false);
    store();
    return before;
  }

  function restore(before: SubmissionDraft) {
    setDraft(before);
  }

  const change = useCallback((changes: Partial<SubmissionForm>) => {
    setDraft((current) => {
      const form = { ...current.form, ...changes };
      const fields = Object.keys(changes) as (keyof SubmissionForm)[];
      return fields.every((field) => form[field] === current.form[field]) ? current : { ...current, form };
    });
  }, []);

  const setIsAnonymous = useCallback(
    (isAnonymous: boolean) => {
      setDraft((current) => ({
        ...current,
        isAnonymous,
        form: { ...current.form, email: isAnonymous ? "" : email },
      }));
    },
    [email],
  );

  return { ...draft, isRestored, change, setIsAnonymous, startAfresh, restore };
}

export function blankIssue() {
  return { id: newId(), description: "", severity: "" as const };
}

function blankDraft(ownerId: string | null, email: string): SubmissionDraft {
  return { reviewId: newId(), ownerId, isAnonymous: false, form: emptySubmission({ email, issueId: newId() }) };
}

/** Nothing was written: only what the form starts with is in it. */
function isBlank(draft: SubmissionDraft, email: string): boolean {
  const written = { ...draft.form, issues: draft.form.issues.map((issue) => ({ ...issue, id: "" })) };
  return !draft.isAnonymous && JSON.stringify(written) === JSON.stringify(emptySubmission({ email, issueId: "" }));
}
