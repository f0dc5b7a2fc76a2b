import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { FactFields } from "./fact-fields";
import { FailureNotice } from "./failure-notice";
import { FormSection } from "./form-section";
import { HomeQuestion } from "./home-question";
import { IssueFields } from "./issue-fields";
import { PhotoFields } from "./photo-fields";
import { PropertyFields } from "./property-fields";
import { QuestionFields } from "./question-fields";
import { ReviewFields } from "./review-fields";
import { DraftNotKeptNotice, SubmissionNotice } from "./submission-notice";
import type { FocusTarget } from "./submission-state";
import type { Author } from "./use-draft";
import { useSubmission } from "./use-submission";
import { dayInIndia } from "~/domain/dates";
import { homeToReview } from "~/domain/home-to-review";
import type { NamedHome } from "~/domain/similar-home";
import { Button } from "~/ui/button";

/**
 * The form that publishes a review. Each account on this device has its own, with its own draft. Its address may name the home
 * to write about. `user` is null on a site without accounts, where the form asks for the e-mail.
 */
export function SubmitReviewForm({ user, waysOn }: Pick<SubmissionFormProps, "user" | "waysOn">) {
  const [searchParams] = useSearchParams();
  const home = homeToReview(searchParams);
  return <SubmissionFormOf key={JSON.stringify([user?.id, home])} user={user} home={home} waysOn={waysOn} />;
}

interface SubmissionFormProps extends Pick<ComponentProps<typeof SubmissionNotice>, "waysOn"> {
  user: Author | null;
  home: NamedHome | null;
}

function SubmissionFormOf({ user, home, waysOn }: SubmissionFormProps) {
  const isLoggedIn = user !== null;
  const submission = useSubmission(user, home);
  const { form, problems, change, photos, homeQuestion, status, isWaitingForPhotos } = submission;
  const [today] = useState(() => dayInIndia(new Date()));
  const { formRef, noticeRef, questionRef, submitRef } = useFocusTarget(submission.focusTarget);

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
        void submission.submit();
      }}
    >
      <fieldset disabled={isSubmitting} className="grid min-w-0 gap-5">
        <SubmissionNotice
          ref={noticeRef}
          sentReviewId={status.name === "published" ? status.reviewId : null}
          hasAccount={isLoggedIn}
          waysOn={waysOn}
          news={submission.news}
          draft={submission}
          arePhotosLost={photos.areLost}
          onDiscard={submission.discard}
          onSwitch={submission.switchDraft}
        />
        <div onBlur={() => homeQuestion.consider(form)}>
          <PropertyFields {...fields} today={today} />
        </div>
        <HomeQuestion ref={questionRef} home={homeQuestion.questionAbout(form)} onAnswer={homeQuestion.answer} />
        <ReviewFields
          {...fields}
          isLoggedIn={isLoggedIn}
          isAnonymous={submission.isAnonymous}
          signingEmail={submission.signingEmail}
          setIsAnonymous={submission.chooseAnonymous}
        />
        <FormSection title="Additional Feedback">
          <div className="grid gap-5 sm:grid-cols-2">
            <QuestionFields section="feedback" answers={form.answers} change={change} />
          </div>
        </FormSection>
        <FactFields key={`facts ${submission.reviewId}`} answers={form.answers} change={change} />
        <FormSection key={`issues ${submission.reviewId}`} title="Reported Issues & Management Response">
          <IssueFields issues={form.issues} problems={problems} change={change} />
          <QuestionFields section="management" answers={form.answers} change={change} />
        </FormSection>
        <PhotoFields
          isAvailable={isLoggedIn}
          photos={photos.photos}
          isReading={photos.isReading}
          messages={photos.messages}
          onChoose={photos.choose}
          onRemove={photos.remove}
        />
        {!submission.isKept && <DraftNotKeptNotice />}
        {status.name === "failed" && <FailureNotice {...status} />}
        <Button ref={submitRef} type="submit" className="justify-self-stretch sm:justify-self-start">
          {isSubmitting ? "Submitting..." : "Submit Review"}
        </Button>
      </fieldset>
    </form>
  );
}

/** Moves the focus once the form shows how an attempt ended. */
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

/** In the middle of the window, since the header of the page would cover a field at the top edge. */
function focusFirstFault(form: HTMLFormElement) {
  const fault = form.querySelector<HTMLElement>("[aria-invalid=true]");
  const control = fault?.matches("input, textarea, select") ? fault : fault?.querySelector<HTMLElement>("input");
  control?.scrollIntoView({ block: "center", behavior: "instant" });
  control?.focus({ preventScroll: true });
}
