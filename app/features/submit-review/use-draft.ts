import { useCallback, useEffect, useRef, useState } from "react";
import { blankDraft, blankIssue, isBlankDraft } from "./blank-draft";
import { mergeDrafts } from "./merge-drafts";
import {
  watchSubmissionDrafts,
  isDraftStored,
  readSubmissionDraft,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
} from "~/data/submission-draft";
import type { SubmissionForm } from "~/domain/submission";

const SAVE_DELAY = 400;

export interface Author {
  id: string;
  email: string | null | undefined;
}

/**
 * The draft of a review. It is restored from this device, and every change is stored there until the review is accepted:
 * through failures, reloads, an expired session and the detour over the login page. Tabs that show the same draft are
 * kept in sync.
 */
export function useDraft(user: Author | null) {
  const ownerId = user?.id ?? null;
  const email = user?.email ?? "";
  const { draft, news, isKept, latest, show, showBlank, mergeFromOtherTab } = useStoredDraft(ownerId, email);
  useLeaveWarning(!isKept);

  useEffect(() => watchSubmissionDrafts(ownerId, blankIssue(), mergeFromOtherTab), [ownerId, mergeFromOtherTab]);

  /** Shows a blank form with a new id. Returns the draft it replaces. */
  function startAfresh(): SubmissionDraft {
    const before = latest.current;
    showBlank();
    removeSubmissionDraft(before.reviewId);
    return before;
  }

  /** Returns the form as changed. */
  const change = useCallback(
    (changes: Partial<SubmissionForm>): SubmissionForm => {
      const { form } = latest.current;
      const fields = Object.keys(changes) as (keyof SubmissionForm)[];
      if (fields.every((field) => changes[field] === form[field])) return form;
      const changed = { ...form, ...changes };
      show({ ...latest.current, form: changed });
      return changed;
    },
    [latest, show],
  );

  const setIsAnonymous = useCallback(
    (isAnonymous: boolean) => {
      const { form } = latest.current;
      show({ ...latest.current, isAnonymous, form: { ...form, email: isAnonymous ? "" : email } });
    },
    [latest, email, show],
  );

  return { ...draft, news, isKept, change, setIsAnonymous, startAfresh, restore: show };
}

/** What the form says of its draft: it was restored from this device, or another tab published or discarded it. */
export type DraftNews = "restored" | "ended-elsewhere";

/** The draft as shown, as stored on this device, and as changed in other tabs. */
function useStoredDraft(ownerId: string | null, email: string) {
  const [restored] = useState(() => readSubmissionDraft(ownerId, blankIssue()));
  const [draft, setDraft] = useState(() => restored ?? blankDraft(ownerId, email));
  const [news, setNews] = useState<DraftNews | null>(restored ? "restored" : null);
  // False while this device has no room for the draft, or allows no storage.
  const [isKept, setIsKept] = useState(() => restored === null || isDraftStored(restored.reviewId));
  // What is shown, or will be after the next render: a page left in between must store this and nothing older.
  const latest = useRef(draft);
  const isStored = useRef(restored !== null);
  // What this tab read or stored last. Without changes since, another tab's draft replaces it.
  const settled = useRef(draft);

  const store = useCallback(() => {
    if (latest.current === settled.current) return;
    const current = latest.current;
    if (!isBlankDraft(current, email)) {
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
  const storeSoon = useStoreOnLeave(store);

  const show = useCallback(
    (next: SubmissionDraft) => {
      latest.current = next;
      setDraft(next);
      storeSoon();
    },
    [storeSoon],
  );

  const showBlank = useCallback(() => {
    const blank = blankDraft(ownerId, email);
    show(blank);
    settled.current = blank;
    isStored.current = false;
    setNews(null);
    setIsKept(true);
  }, [ownerId, email, show]);

  const mergeFromOtherTab = useCallback(
    (reviewId: string, theirs: SubmissionDraft | null) => {
      const isShown = reviewId === latest.current.reviewId;
      const isBlank = !isStored.current && isBlankDraft(latest.current, email);
      if (theirs && (isShown || isBlank)) {
        // A blank form goes on with the draft that another tab has begun, as a form opened after it does.
        const next = isShown ? mergeDrafts(settled.current, latest.current, theirs) : theirs;
        settled.current = theirs;
        isStored.current = true;
        if (!isShown) setNews("restored");
        show(next);
      } else if (isShown && !theirs && latest.current === settled.current) {
        // Published or discarded elsewhere. What was written here since is another matter.
        showBlank();
        setNews("ended-elsewhere");
      }
    },
    [email, show, showBlank],
  );

  return { draft, news, isKept, latest, show, showBlank, mergeFromOtherTab };
}

/** Calls `store` when the page is left or hidden. Returns how to have it called soon. */
function useStoreOnLeave(store: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Phones close background tabs without further events, so hiding the page counts as leaving.
    addEventListener("pagehide", store);
    document.addEventListener("visibilitychange", store);
    return () => {
      removeEventListener("pagehide", store);
      document.removeEventListener("visibilitychange", store);
      clearTimeout(timer.current);
      store();
    };
  }, [store]);

  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(store, SAVE_DELAY);
  }, [store]);
}

/** The browser asks before it leaves the page. */
function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined;
    function askBeforeLeaving(event: BeforeUnloadEvent) {
      event.preventDefault();
    }
    addEventListener("beforeunload", askBeforeLeaving);
    return () => removeEventListener("beforeunload", askBeforeLeaving);
  }, [isActive]);
}
