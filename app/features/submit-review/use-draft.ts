import { useCallback, useEffect, useRef, useState } from "react";
import { blankDraft, blankIssue, isBlankDraft } from "./blank-draft";
import { isAboutAnother, withHome } from "./form-home";
import { OTHER_TAB_TOASTS } from "./submission-wording";
import {
  watchSubmissionDrafts,
  isDraftStored,
  readSubmissionDraft,
  removeSubmissionDraft,
  saveSubmissionDraft,
  type SubmissionDraft,
} from "~/data/submission-draft";
import type { NamedHome } from "~/domain/similar-home";
import type { SubmissionForm } from "~/domain/submission";
import { showToast } from "~/ui/toast";

/** In ms. */
const SAVE_DELAY = 400;

export interface Author {
  id: string;
  email: string | null | undefined;
}

/**
 * The draft of a review. It is restored from this device, and every change is stored there until the review is accepted:
 * through failures, reloads, an expired session and the detour over the login page. Between tabs that show the same draft the last
 * change wins.
 */
export function useDraft(user: Author | null, home: NamedHome | null) {
  const ownerId = user?.id ?? null;
  const email = user?.email ?? "";
  const { draft, news, isKept, latest, show, showBlank, switchTo, followOtherTab } = useStoredDraft(
    ownerId,
    email,
    home,
  );
  useLeaveWarning(!isKept);

  useEffect(() => watchSubmissionDrafts(ownerId, blankIssue(), followOtherTab), [ownerId, followOtherTab]);

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

  // The e-mail that signing as Anonymous took out of which draft.
  const [takenOut, setTakenOut] = useState({ reviewId: "", email: "" });
  const given = takenOut.reviewId === draft.reviewId ? takenOut.email : email;
  const setIsAnonymous = useCallback(
    (isAnonymous: boolean) => {
      const { form, reviewId } = latest.current;
      if (isAnonymous) setTakenOut({ reviewId, email: form.email });
      show({ ...latest.current, isAnonymous, form: { ...form, email: isAnonymous ? "" : given } });
    },
    [latest, given, show],
  );

  const setPhotoCount = useCallback(
    (reviewId: string, photoCount: number) => {
      const isShown = latest.current.reviewId === reviewId && latest.current.photoCount !== photoCount;
      if (isShown) show({ ...latest.current, photoCount });
    },
    [latest, show],
  );

  /** Keeps this draft and begins one about another home. */
  function writeAbout(another: NamedHome) {
    switchTo(aboutHome(blankDraft(ownerId, email), another));
  }

  const actions = { change, setIsAnonymous, setPhotoCount, startAfresh, writeAbout, switchTo, restore: show };
  return { ...draft, signingEmail: draft.isAnonymous ? given : draft.form.email, news, isKept, ...actions };
}

/** What the form says of its draft. */
export type DraftNews =
  /** It was left on this device. */
  | { kind: "restored" }
  /** It was left on this device, and the form was opened to write about this other home. */
  | { kind: "about-another"; home: NamedHome }
  /** The draft shown took the place of this one, which is kept. */
  | { kind: "set-aside"; draft: SubmissionDraft };

/** The draft that the form opens with, where it is opened to write about a home. What is in a draft stays in it. */
function openingDraft(ownerId: string | null, email: string, home: NamedHome | null) {
  const restored = readSubmissionDraft(ownerId, blankIssue());
  const draft = restored ?? blankDraft(ownerId, email);
  if (home && isAboutAnother(draft.form, home)) {
    return { restored, draft, news: { kind: "about-another", home } satisfies DraftNews };
  }
  const news = restored && ({ kind: "restored" } satisfies DraftNews);
  return { restored, draft: home ? aboutHome(draft, home) : draft, news };
}

function aboutHome(draft: SubmissionDraft, home: NamedHome): SubmissionDraft {
  return { ...draft, form: withHome(draft.form, home) };
}

/** The draft as shown, as stored on this device, and as changed in other tabs. */
function useStoredDraft(ownerId: string | null, email: string, home: NamedHome | null) {
  const [opening] = useState(() => openingDraft(ownerId, email, home));
  const [news, setNews] = useState<DraftNews | null>(opening.news);
  const { draft, isKept, latest, isStored, settled, store, show, settle } = useDraftStore(opening, email);

  const showBlank = useCallback(() => {
    const blank = blankDraft(ownerId, email);
    show(blank);
    settle(blank, false);
    setNews(null);
  }, [ownerId, email, show, settle]);

  const switchTo = useCallback(
    (next: SubmissionDraft) => {
      store();
      setNews({ kind: "set-aside", draft: latest.current });
      // A copy, so that `store` finds it changed and saves it: a reload of this tab then shows it.
      settle({ ...next }, true);
      show(next);
    },
    [latest, store, show, settle],
  );

  const followOtherTab = useCallback(
    (reviewId: string, theirs: SubmissionDraft | null) => {
      const isShown = reviewId === latest.current.reviewId;
      const isBlank = !isStored.current && isBlankDraft(latest.current, email);
      // The last change wins: what was written here since, and is stored next.
      if (isShown && latest.current !== settled.current) return;
      if (theirs && (isShown || isBlank)) {
        // A blank form goes on with the draft that another tab has begun, as a form opened after it does.
        settle(theirs, true);
        if (!isShown) showToast(OTHER_TAB_TOASTS.begun);
        show(theirs);
      } else if (isShown && !theirs) {
        // Published or discarded elsewhere.
        showBlank();
        showToast(OTHER_TAB_TOASTS.ended);
      }
    },
    [latest, isStored, settled, email, show, settle, showBlank],
  );

  return { draft, news, isKept, latest, show, showBlank, switchTo, followOtherTab };
}

/** Stores every change of the draft soon, and when the page is left. */
function useDraftStore({ restored, draft: opened }: ReturnType<typeof openingDraft>, email: string) {
  const [draft, setDraft] = useState(opened);
  // False while this device has no room for the draft, or allows no storage.
  const [isKept, setIsKept] = useState(() => restored === null || isDraftStored(restored.reviewId));
  // What is shown, or will be after the next render: a page left in between must store this and nothing older.
  const latest = useRef(draft);
  const isStored = useRef(restored !== null);
  // What this tab read or stored last. Without changes since, another tab's draft replaces it.
  const settled = useRef(restored ?? draft);

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

  /** Takes this as what the device has: stored by another tab, or not stored until something is written. */
  const settle = useCallback((as: SubmissionDraft, isInStore: boolean) => {
    settled.current = as;
    isStored.current = isInStore;
    setIsKept(true);
  }, []);

  return { draft, isKept, latest, isStored, settled, store, show, settle };
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
