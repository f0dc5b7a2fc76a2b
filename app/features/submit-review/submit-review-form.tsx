import {
  type ComponentProps,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useSearchParams } from "react-router";
import { FormSection } from "./form-fields";
import { HomeQuestion, useHomeQuestion } from "./home-question";
import { IssueFields } from "./issue-fields";
import { PhotoFields } from "./photo-fields";
import { PropertyFields } from "./property-fields";
import { FactFields, QuestionFields } from "./question-fields";
import { ReviewFields } from "./review-fields";
import { ReviewPreview } from "./review-preview";
import { type Author, type FocusTarget, openSubmission, type Submission } from "./draft-controller";
import { DraftNotKeptNotice, FailureNotice, SubmissionNotice } from "./submission-notice";
import { dayInIndia } from "~/domain/dates";
import { homeToReview } from "~/domain/home-to-review";
import type { NamedHome } from "~/domain/similar-home";
import { Button } from "~/ui/button";
import { focusFirstFault } from "~/ui/focus-first-fault";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { useLeaveWarning } from "~/ui/use-leave-warning";

/** What other features render in the form. */
interface FormSlots
  extends
    Pick<ComponentProps<typeof SubmissionNotice>, "homeActions">,
    Pick<ComponentProps<typeof ReviewPreview>, "renderCard"> {}

interface SubmitReviewFormProps extends FormSlots {
  /** Null on a site without accounts, where the form asks for the email. */
  user: Author | null;
}

/** The form that publishes a review. Each account on this device has its own draft. The URL may name the home to write about. */
export function SubmitReviewForm({ user, ...slots }: SubmitReviewFormProps) {
  const [searchParams] = useSearchParams();
  const home = homeToReview(searchParams);
  return <DraftLoader key={JSON.stringify([user?.id, home])} user={user} home={home} {...slots} />;
}

function DraftLoader({ user, home, ...slots }: SubmitReviewFormProps & { home: NamedHome | null }) {
  const [submission, setSubmission] = useState<Submission | null>(null);
  const open = useEffectEvent(() => openSubmission(user, home));
  useEffect(() => {
    let isCurrent = true;
    void open().then((opened) => isCurrent && setSubmission(opened));
    return () => {
      isCurrent = false;
    };
  }, []);

  if (submission) return <DraftForm submission={submission} isLoggedIn={user !== null} {...slots} />;
  return (
    // As high as the placeholder of RequireSignIn, so that nothing below moves when the form appears.
    <div className="min-h-svh">
      <Notice tone="loading">One moment, please...</Notice>
    </div>
  );
}

interface DraftFormProps extends FormSlots {
  submission: Submission;
  isLoggedIn: boolean;
}

function DraftForm({ submission, isLoggedIn, homeActions, renderCard }: DraftFormProps) {
  const state = useSyncExternalStore(submission.subscribe, submission.getState);
  const { change } = submission;
  const { draft, problems, status, kept, isWaitingForPhotos } = state;
  const { form, reviewId } = draft;
  const homeQuestion = useHomeQuestion(change);
  const [today] = useState(() => dayInIndia(new Date()));
  const { formRef, noticeRef, questionRef, submitRef } = useFocusTarget(state.focusTarget);
  useLeaveWarning(kept !== "all");

  const isSubmitting = status.name === "submitting" || isWaitingForPhotos;
  const fields = { form, problems, change };
  return (
    <form
      ref={formRef}
      noValidate
      aria-label="Your review"
      aria-busy={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault();
        void submission.submit(homeQuestion.mustAnswerFirst);
      }}
    >
      <fieldset disabled={isSubmitting} className="grid min-w-0 gap-5">
        <SubmissionNotice
          ref={noticeRef}
          submission={submission}
          state={state}
          hasAccount={isLoggedIn}
          homeActions={homeActions}
        />
        <div onBlur={() => homeQuestion.askOnBlur(form)}>
          <PropertyFields {...fields} today={today} />
        </div>
        <HomeQuestion ref={questionRef} home={homeQuestion.questionAbout(form)} onAnswer={homeQuestion.answer} />
        <ReviewFields
          {...fields}
          isLoggedIn={isLoggedIn}
          isAnonymous={draft.isAnonymous}
          setIsAnonymous={submission.setIsAnonymous}
          today={today}
        />
        <FormSection title="Additional Feedback">
          <div className="grid gap-5 sm:grid-cols-2">
            <QuestionFields section="feedback" answers={form.answers} change={change} />
          </div>
        </FormSection>
        <FactFields key={`facts ${reviewId}`} answers={form.answers} change={change} />
        <FormSection key={`issues ${reviewId}`} title="Reported Issues & Management Response">
          <IssueFields issues={form.issues} problems={problems} change={change} />
          <QuestionFields section="management" answers={form.answers} change={change} />
        </FormSection>
        <PhotoFields
          isAvailable={isLoggedIn}
          photos={draft.photos}
          isReading={state.readingCount > 0}
          messages={state.photoMessages}
          onChoose={submission.choosePhotos}
          onRemove={submission.removePhoto}
        />
        {kept !== "all" && <DraftNotKeptNotice arePhotosOnly={kept === "text"} />}
        {status.name === "failed" && <FailureNotice {...status} />}
        <ReviewPreview draft={draft} today={today} renderCard={renderCard} />
        {isLoggedIn && <ConsentNotice />}
        <Button ref={submitRef} type="submit" className="justify-self-stretch sm:justify-self-start">
          {isSubmitting ? "Submitting..." : "Submit Review"}
        </Button>
      </fieldset>
    </form>
  );
}

function ConsentNotice() {
  return (
    <p className="text-sm text-ink-muted">
      By submitting you confirm that you are 18 or older and accept the{" "}
      <Link to="/terms" className="link">
        Terms
      </Link>{" "}
      and{" "}
      <Link to="/privacy" className="link">
        Privacy
      </Link>
      : to help the next tenant, everyone can read the review and see its photos; only our team can see which account
      wrote it; and you can withdraw it in{" "}
      <Link to="/account" className="link">
        your account
      </Link>{" "}
      at any time.
    </p>
  );
}

/** Moves the focus to each new target: the first fault, the submit button, the notice or the question about the home. */
function useFocusTarget(target: FocusTarget | null) {
  const formRef = useRef<HTMLFormElement>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const questionRef = useRef<HTMLDivElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!target || !formRef.current) return;
    if (target.place === "fault") focusFirstFault(formRef.current);
    else if (target.place === "submit") submitRef.current?.focus();
    else {
      const notice = target.place === "question" ? questionRef : noticeRef;
      notice.current?.scrollIntoView({ block: "center", behavior: "instant" });
      notice.current?.focus({ preventScroll: true });
    }
  }, [target]);
  return { formRef, noticeRef, questionRef, submitRef };
}
