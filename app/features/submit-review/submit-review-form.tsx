import { useCallback, useEffect, useLayoutEffect, useRef, useState, type SubmitEvent } from "react";
import { choosePhotos, type ChosenPhoto } from "./choose-photos";
import { settledCity } from "./city-choice";
import { FailureNotice, type FailedOutcome } from "./failure-notice";
import { FeedbackFields } from "./feedback-fields";
import { focusField } from "./field-focus";
import { ManagementFields } from "./management-fields";
import { memoFields } from "./memo-fields";
import { newId } from "./new-id";
import { PhotoFields } from "./photo-fields";
import { PropertyFields } from "./property-fields";
import { ReviewFields } from "./review-fields";
import { SubmissionNotice } from "./submission-notice";
import { discardedToast, fileErrorToast, outcomeToast, uploadedToast, uploadingToast } from "./submission-toasts";
import { submitReview, type Progress, type SubmitOutcome } from "./submit-review";
import { useSubmission, type Author } from "./use-submission";
import { visitorBackend } from "~/data/visitor-backend";
import { dayInIndia } from "~/domain/dates";
import { checkSubmission, type FieldProblem, type SubmissionField, type SubmissionForm } from "~/domain/submission";
import { Button } from "~/ui/button";
import { dismissToast, showToast, type ToastMessage } from "~/ui/toast";

interface SubmitReviewFormProps {
  user: Author | null;
  /** On a site without accounts the form is open to everybody and asks for the e-mail. */
  isAnonymousEntryAllowed: boolean;
}

/** The form that publishes a review. Each account on this device has its own, with its own draft. */
export function SubmitReviewForm({ user, isAnonymousEntryAllowed }: SubmitReviewFormProps) {
  if (!user && !isAnonymousEntryAllowed) return null;
  return <SubmissionFormOf key={user?.id ?? ""} user={user} />;
}

const MemoPropertyFields = memoFields(PropertyFields, [
  "propertyName",
  "locality",
  "city",
  "otherCity",
  "propertyType",
  "duration",
  "moveInDate",
]);
const MemoReviewFields = memoFields(ReviewFields, ["rating", "comment", "email"]);
const MemoFeedbackFields = memoFields(FeedbackFields, ["wouldRecommend", "moveOutIntent"]);
const MemoManagementFields = memoFields(ManagementFields, [
  "issues",
  "howIssuesReported",
  "issueResolutionStatus",
  "managementResponseTime",
]);

/** Where the cursor goes once the form has drawn the end of a try. */
type FocusTarget = { place: "notice" | "submit" } | { place: "field"; field: SubmissionField };

function SubmissionFormOf({ user }: { user: Author | null }) {
  const isLoggedIn = user !== null;
  const { form, reviewId, isAnonymous, isRestored, isKept, change, setIsAnonymous, startAfresh, restore } =
    useSubmission(user);
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const [photoMessages, setPhotoMessages] = useState<string[]>([]);
  const [readingCount, setReadingCount] = useState(0);
  const [errors, setErrors] = useState<FieldProblem[]>([]);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [sentReviewId, setSentReviewId] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ failure: FailedOutcome; wasOffline: boolean } | null>(null);
  const [today] = useState(() => dayInIndia(new Date()));
  const [focusTarget, setFocusTarget] = useState<FocusTarget | null>(null);

  const formElement = useRef<HTMLFormElement>(null);
  const noticeElement = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  // State comes too late for a second press of the button, and for photos still being read.
  const isBusy = useRef(false);
  const chosenPhotos = useRef<ChosenPhoto[]>([]);
  const reading = useRef<Promise<void>>(Promise.resolve());
  const uploaded = useRef(new Map<Blob, string>());
  const shownToast = useRef("");
  const latestForm = useRef(form);

  useEffect(() => {
    latestForm.current = form;
  }, [form]);

  useEffect(() => {
    visitorBackend()
      .actions()
      .then(({ prepareSubmission }) => prepareSubmission())
      .catch(() => {});
  }, []);

  useLayoutEffect(() => {
    if (!focusTarget || !formElement.current) return;
    if (focusTarget.place === "field") focusField(formElement.current, focusTarget.field);
    else if (focusTarget.place === "submit") submitButton.current?.focus();
    else {
      noticeElement.current?.scrollIntoView({ block: "center", behavior: "instant" });
      noticeElement.current?.focus({ preventScroll: true });
    }
  }, [focusTarget]);

  /** What an earlier try ended with says nothing any more once there is news. */
  function tellOutcome(message: ToastMessage) {
    dismissToast(shownToast.current);
    shownToast.current = showToast(message);
  }

  function keepPhotos(kept: ChosenPhoto[]) {
    chosenPhotos.current = kept;
    setPhotos(kept);
  }

  /** Choices are read one after the other, so that each is checked against what the one before it added. */
  function addPhotos(files: File[]) {
    if (files.length > 0) reading.current = readPhotos(files, reading.current);
  }

  async function readPhotos(files: File[], before: Promise<void>) {
    setReadingCount((count) => count + 1);
    await before;
    const choice = await choosePhotos(files, chosenPhotos.current);
    keepPhotos([...chosenPhotos.current, ...choice.accepted]);
    setPhotoMessages(choice.messages);
    if (choice.messages.length > 0) tellOutcome(fileErrorToast(choice.messages));
    setReadingCount((count) => count - 1);
  }

  function removePhoto(photo: ChosenPhoto) {
    keepPhotos(chosenPhotos.current.filter((kept) => kept !== photo));
    setPhotoMessages([]);
  }

  const changeForm = useCallback(
    (changes: Partial<SubmissionForm>) => {
      change(changes);
      const changed = { ...latestForm.current, ...changes };
      setErrors((current) => remainingErrors(current, changed, Object.keys(changes), isLoggedIn));
    },
    [change, isLoggedIn],
  );

  const chooseAnonymous = useCallback(
    (anonymous: boolean) => {
      setIsAnonymous(anonymous);
      setErrors((current) => current.filter(({ field }) => field !== "email"));
    },
    [setIsAnonymous],
  );

  function discardDraft() {
    const discarded = startAfresh();
    setFailure(null);
    setErrors([]);
    setFocusTarget({ place: "notice" });
    showToast(discardedToast(() => restore(discarded)));
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(null);
    const wasOffline = !navigator.onLine;
    let progressToast: string | undefined;

    function tell(progress: Progress) {
      if (progress.step === "checked") {
        dismissToast(shownToast.current);
        setErrors([]);
        setSentReviewId(null);
        setIsSubmitting(true);
        return;
      }
      if (progress.step === "uploading") {
        progressToast = showToast(uploadingToast(progress.count));
        return;
      }
      if (progressToast) dismissToast(progressToast);
      if (progress.step === "uploaded") showToast(uploadedToast(progress.count));
    }

    try {
      if (readingCount > 0) {
        setIsSubmitting(true);
        await reading.current;
      }
      const entered = { ...form, ...settledCity(form) };
      change(entered);
      finish(
        await submitReview(
          {
            form: hasHalfDate(formElement.current) ? { ...entered, moveInDate: HALF_DATE } : entered,
            photos: chosenPhotos.current,
            isLoggedIn,
            reviewId,
            uploaded: uploaded.current,
            now: new Date(),
            newId,
          },
          tell,
        ),
        wasOffline,
      );
    } finally {
      isBusy.current = false;
      setIsSubmitting(false);
    }
  }

  function finish(outcome: SubmitOutcome, wasOffline: boolean) {
    tellOutcome(outcomeToast(outcome));
    if (outcome.outcome === "sent" || outcome.outcome === "sent-earlier") {
      startAfresh();
      keepPhotos([]);
      setPhotoMessages([]);
      uploaded.current.clear();
      setSentReviewId(outcome.reviewId);
      setFocusTarget({ place: "notice" });
    } else if (outcome.outcome === "invalid") {
      const [first] = outcome.problem.fields;
      setErrors(outcome.problem.fields);
      if (first) setFocusTarget({ place: "field", field: first.field });
    } else {
      if (outcome.outcome !== "session-expired") setFailure({ failure: outcome, wasOffline });
      setFocusTarget({ place: "submit" });
    }
  }

  const fields = { form, errors, change: changeForm };
  return (
    <form ref={formElement} noValidate aria-label="Your review" aria-busy={isSubmitting} onSubmit={submit}>
      <fieldset disabled={isSubmitting} className="grid min-w-0 gap-5">
        <SubmissionNotice
          ref={noticeElement}
          sentReviewId={sentReviewId}
          isRestored={isRestored}
          isKept={isKept}
          onDiscard={discardDraft}
        />
        <MemoPropertyFields {...fields} today={today} />
        <MemoReviewFields
          {...fields}
          isLoggedIn={isLoggedIn}
          isAnonymous={isAnonymous}
          setIsAnonymous={chooseAnonymous}
        />
        <MemoFeedbackFields {...fields} />
        <MemoManagementFields {...fields} />
        <PhotoFields
          isAvailable={isLoggedIn}
          photos={photos}
          isReading={readingCount > 0}
          messages={photoMessages}
          onChoose={addPhotos}
          onRemove={removePhoto}
        />
        {failure && <FailureNotice {...failure} />}
        <Button ref={submitButton} type="submit" className="justify-self-stretch sm:justify-self-start">
          {isSubmitting ? "Submitting..." : "Submit Review"}
        </Button>
      </fieldset>
    </form>
  );
}

/** No date, so that the checks find it. */
const HALF_DATE = "?";

/** A date of which only the day was typed reads as no date at all; only the browser knows that something stands there. */
function hasHalfDate(form: HTMLFormElement | null): boolean {
  return form?.querySelector<HTMLInputElement>("input[type=date]")?.validity.badInput ?? false;
}

/** A message goes when its own field is right again; the others wait for theirs. */
function remainingErrors(
  errors: FieldProblem[],
  form: SubmissionForm,
  changed: string[],
  isLoggedIn: boolean,
): FieldProblem[] {
  if (errors.length === 0) return errors;
  const problem = checkSubmission(form, { isLoggedIn, today: dayInIndia(new Date()) });
  // A listed city answers the question for another one.
  const settled = new Set(changed.includes("city") ? [...changed, "otherCity"] : changed);
  return errors.filter(
    (error) =>
      !settled.has(error.field) ||
      problem?.fields.some(({ field, issueId }) => field === error.field && issueId === error.issueId),
  );
}
