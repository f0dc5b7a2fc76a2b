import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { settledCity } from "./city-choice";
import { newId } from "./new-id";
import { INITIAL_STATE, type SubmissionEvent, submissionReducer } from "./submission-state";
import { discardedToast, outcomeToast, uploadedToast, uploadingToast } from "./submission-wording";
import { submitReview, type Progress, type SubmitOutcome } from "./submit-review";
import { type Author, useDraft } from "./use-draft";
import { usePhotoChoice } from "./use-photo-choice";
import { visitorBackend } from "~/data/visitor-backend";
import { dayInIndia } from "~/domain/dates";
import type { SubmissionForm } from "~/domain/submission";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

type Draft = ReturnType<typeof useDraft>;

/** A review from its draft to its publication. */
export function useSubmission(user: Author | null) {
  const isLoggedIn = user !== null;
  const { change, setIsAnonymous, startAfresh, restore, ...draft } = useDraft(user);
  const [state, dispatch] = useReducer(submissionReducer, INITIAL_STATE);
  const changes = useChanges({ change, setIsAnonymous, startAfresh, restore }, dispatch, isLoggedIn);
  const outcomeNews = useLatestToast();
  const photos = usePhotoChoice(outcomeNews.show);
  // State comes too late for a second press of the button.
  const isBusy = useRef(false);
  const uploaded = useRef(new Map<Blob, string>());
  usePreparation();

  async function attempt(): Promise<SubmitOutcome> {
    if (photos.isReading) await photos.whenRead();
    const form = change({ ...draft.form, ...settledCity(draft.form) });
    return submitReview(
      {
        form,
        photos: photos.latestPhotos(),
        isLoggedIn,
        reviewId: draft.reviewId,
        uploaded: uploaded.current,
        now: new Date(),
        newId,
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
      outcomeNews.show(outcomeToast(outcome));
      dispatch({ type: "ended", outcome, wasOffline });
      if (outcome.outcome === "sent" || outcome.outcome === "sent-earlier") {
        startAfresh();
        photos.clear();
        uploaded.current.clear();
      }
    } finally {
      isBusy.current = false;
      dispatch({ type: "stopped" });
    }
  }

  return { ...draft, ...state, ...changes, photos, submit };
}

/** What the visitor does to the draft between attempts. */
function useChanges(
  {
    change,
    setIsAnonymous,
    startAfresh,
    restore,
  }: Pick<Draft, "change" | "setIsAnonymous" | "startAfresh" | "restore">,
  dispatch: Dispatch<SubmissionEvent>,
  isLoggedIn: boolean,
) {
  const changeForm = useCallback(
    (changes: Partial<SubmissionForm>) => {
      const form = change(changes);
      const fields = Object.keys(changes);
      dispatch({ type: "changed", form, fields, isLoggedIn, today: dayInIndia(new Date()) });
    },
    [change, dispatch, isLoggedIn],
  );

  const chooseAnonymous = useCallback(
    (isAnonymous: boolean) => {
      setIsAnonymous(isAnonymous);
      dispatch({ type: "anonymity-changed" });
    },
    [setIsAnonymous, dispatch],
  );

  function discard() {
    const discarded = startAfresh();
    dispatch({ type: "discarded" });
    showToast(discardedToast(() => restore(discarded)));
  }

  return { change: changeForm, chooseAnonymous, discard };
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
