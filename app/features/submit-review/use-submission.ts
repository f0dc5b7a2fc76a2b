import { useCallback, useEffect, useRef, useState } from "react";
import { mergeDrafts } from "./merge-drafts";
import { newId } from "./new-id";
import {
  followSubmissionDrafts,
  isDraftStored,
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
 * accepted: through failures, reloads, an expired session and the way over the login page. Tabs that show the same draft
 * follow each other; one that shows another leaves it alone.
 */
export function useSubmission(user: Author | null) {
  const ownerId = user?.id ?? null;
  const email = user?.email ?? "";
  const [kept] = useState(() => readSubmissionDraft(ownerId, blankIssue()));
  const [draft, setDraft] = useState(() => kept ?? blankDraft(ownerId, email));
  const [isRestored, setIsRestored] = useState(kept !== null);
  // False while this device has no room for the draft, or allows no storage.
  const [isKept, setIsKept] = useState(() => kept === null || isDraftStored(kept.reviewId));
  // What is shown, or will be once React has drawn it: a page that is left in between must store this and nothing older.
  const latest = useRef(draft);
  const isStored = useRef(kept !== null);
  // What this tab read or stored last. As long as nothing was changed in it since, another tab's draft stands.
  const settled = useRef(draft);
  const storing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const store = useCallback(() => {
    if (latest.current === settled.current) return;
    const current = latest.current;
    if (!isBlank(current, email)) {
      const isSaved = saveSubmissionDraft(current, new Date());
      setIsKept(isSaved);
      isStored.current = true;
      if (!isSaved) return;
    } else if (isStored.current) {
      removeSubmissionDraft(current.reviewId);
      isStored.current = false;
      setIsKept(true);
    }
    settled.current = current;
  }, [email]);

  const show = useCallback(
    (next: SubmissionDraft) => {
      latest.current = next;
      setDraft(next);
      clearTimeout(storing.current);
      storing.current = setTimeout(store, SAVE_DELAY);
    },
    [store],
  );

  useEffect(() => {
    // A phone closes a page in the background without a word, so hiding it counts as leaving.
    addEventListener("pagehide", store);
    document.addEventListener("visibilitychange", store);
    return () => {
      removeEventListener("pagehide", store);
      document.removeEventListener("visibilitychange", store);
      clearTimeout(storing.current);
      store();
    };
  }, [store]);

  useEffect(() => {
    if (isKept) return undefined;
    function askBeforeLeaving(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    addEventListener("beforeunload", askBeforeLeaving);
    return () => removeEventListener("beforeunload", askBeforeLeaving);
  }, [isKept]);

  const showBlank = useCallback(() => {
    const blank = blankDraft(ownerId, email);
    show(blank);
    settled.current = blank;
    isStored.current = false;
    setIsRestored(false);
    setIsKept(true);
  }, [ownerId, email, show]);

  useEffect(
    () =>
      followSubmissionDrafts(ownerId, blankIssue(), (reviewId, theirs) => {
        if (reviewId !== latest.current.reviewId) return;
        if (theirs) {
          const before = settled.current;
          settled.current = theirs;
          isStored.current = true;
          show(mergeDrafts(before, latest.current, theirs));
        } else if (latest.current === settled.current) {
          // Published or thrown away elsewhere. What was written here since is another matter.
          showBlank();
        }
      }),
    [ownerId, show, showBlank],
  );

  /** A blank form with a new id. Answers what was there. */
  function startAfresh(): SubmissionDraft {
    const before = latest.current;
    showBlank();
    removeSubmissionDraft(before.reviewId);
    return before;
  }

  const change = useCallback(
    (changes: Partial<SubmissionForm>) => {
      const { form } = latest.current;
      const fields = Object.keys(changes) as (keyof SubmissionForm)[];
      if (fields.every((field) => changes[field] === form[field])) return;
      show({ ...latest.current, form: { ...form, ...changes } });
    },
    [show],
  );

  const setIsAnonymous = useCallback(
    (isAnonymous: boolean) => {
      const { form } = latest.current;
      show({ ...latest.current, isAnonymous, form: { ...form, email: isAnonymous ? "" : email } });
    },
    [email, show],
  );

  return { ...draft, isRestored, isKept, change, setIsAnonymous, startAfresh, restore: show };
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
