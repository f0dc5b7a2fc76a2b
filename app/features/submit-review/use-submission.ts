import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { settledCity } from "./city-choice";
import { INITIAL_STATE, type SubmissionEvent, submissionReducer } from "./submission-state";
import { discardedToast, outcomeToast, uploadedToast, uploadingToast } from "./submission-wording";
import { submitReview, type Progress, type SubmitOutcome } from "./submit-review";
import { type Author, useDraft } from "./use-draft";
import { useHomeQuestion } from "./use-home-question";
import { usePhotoChoice } from "./use-photo-choice";
import type { SubmissionDraft } from "~/data/submission-draft";
import { newUuid } from "~/data/uuid";
import { visitorBackend } from "~/data/visitor-backend";
import { dayInIndia } from "~/domain/dates";
import type { NamedHome } from "~/domain/similar-home";
import { checkSubmission } from "~/domain/submission-check";
import type { SubmissionForm } from "~/domain/submission";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

type Draft = ReturnType<typeof useDraft>;

/** A review from its draft to its publication. */
export function useSubmission(user: Author | null, home: NamedHome | null) {
  const accountEmail = user && (user.email ?? "");
  const draft = useDraft(user, home);
  const { change, startAfresh } = draft;
  const [state, dispatch] = useReducer(submissionReducer, INITIAL_STATE);
  const outcomeNews = useLatestToast();
  const photos = usePhotoChoice(draft, outcomeNews.show);
  const changes = useChanges(draft, photos, dispatch, accountEmail);
  const homeQuestion = useHomeQuestion(changes.change);
  // State comes too late for a second press of the button.
  const isBusy = useRef(false);
  const uploaded = useRef(new Map<Blob, { path: string; at: Date }>());
  usePreparation();

  async function attempt(): Promise<SubmitOutcome | "asked"> {
    if (photos.isReading) await photos.whenRead();
    const form = change(settledCity(draft.form));
    if (!checkSubmission(form, { accountEmail, today: dayInIndia(new Date()) })) {
      dispatch({ type: "checked" });
      if (await homeQuestion.asksFirst(form)) return "asked";
    }
    return submitReview(
      {
        form,
        photos: photos.latestPhotos(),
        accountEmail,
        reviewId: draft.reviewId,
        uploaded: uploaded.current,
        now: new Date(),
        newId: newUuid,
      },
      progressTeller(() => {
        outcomeNews.dismiss();
        dispatch({ type: "checked" });
      }),
    );
  }

  async function submit() {
    if (isBusy.current) return;
    isBusy.current = true;
    const wasOffline = !navigator.onLine;
    dispatch({ type: "attempted", isWaitingForPhotos: photos.isReading });
    try {
      const outcome = await attempt();
      if (outcome === "asked") return dispatch({ type: "asked" });
      const news = outcomeToast(outcome);
      if (news) outcomeNews.show(news);
      else outcomeNews.dismiss();
      dispatch({ type: "ended", outcome, wasOffline });
      if (outcome.outcome === "sent" || outcome.outcome === "sent-earlier") {
        startAfresh();
        photos.clear();
        forgetHome();
        uploaded.current.clear();
      }
    } finally {
      isBusy.current = false;
      dispatch({ type: "stopped" });
    }
  }

  return { ...draft, ...state, ...changes, photos, homeQuestion, submit };
}

/** The home or place in the address of the form: a reload would fill it in again. The router keeps the address that it has. */
function forgetHome() {
  if (window.location.search === "") return;
  window.history.replaceState(window.history.state, "", window.location.pathname);
}

/** What the visitor does to the draft between attempts. */
function useChanges(
  { change, setIsAnonymous, startAfresh, writeAbout, switchTo, restore }: Draft,
  photos: ReturnType<typeof usePhotoChoice>,
  dispatch: Dispatch<SubmissionEvent>,
  accountEmail: string | null,
) {
  const changeForm = useCallback(
    (changes: Partial<SubmissionForm>) => {
      const form = change(changes);
      const fields = Object.keys(changes);
      dispatch({ type: "changed", form, fields, accountEmail, today: dayInIndia(new Date()) });
    },
    [change, dispatch, accountEmail],
  );

  const chooseAnonymous = useCallback(
    (isAnonymous: boolean) => {
      setIsAnonymous(isAnonymous);
      dispatch({ type: "anonymity-changed" });
    },
    [setIsAnonymous, dispatch],
  );

  function discard() {
    const restorePhotos = photos.clear();
    const discarded = startAfresh();
    forgetHome();
    dispatch({ type: "replaced" });
    showToast(discardedToast(() => void restorePhotos().then(() => restore(discarded))));
  }

  /** To a draft that is kept, or to a new one about this home. */
  function switchDraft(next: { draft: SubmissionDraft } | { home: NamedHome }) {
    if ("draft" in next) switchTo(next.draft);
    else writeAbout(next.home);
    dispatch({ type: "replaced" });
  }

  return { change: changeForm, chooseAnonymous, discard, switchDraft };
}

/** Downloads the code that sends a review, while there is a connection. */
function usePreparation() {
  useEffect(() => {
    visitorBackend()
      .actions()
      .then(({ prepareSubmission }) => prepareSubmission())
      .catch(() => {});
  }, []);
}

/** Toasts that replace one another. */
function useLatestToast() {
  const shown = useRef("");
  return {
    show(message: ToastMessage) {
      dismissToast(shown.current);
      shown.current = showToast(message);
    },
    dismiss: () => dismissToast(shown.current),
  };
}

function progressTeller(onChecked: () => void): (progress: Progress) => void {
  let uploading: string | undefined;
  return (progress) => {
    if (progress.step === "checked") onChecked();
    else if (progress.step === "uploading") uploading = showToast(uploadingToast(progress.count));
    else {
      if (uploading) dismissToast(uploading);
      if (progress.step === "uploaded") showToast(uploadedToast(progress.count));
    }
  };
}
