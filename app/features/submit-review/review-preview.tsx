import { type ReactNode, startTransition, Suspense, useDeferredValue, useEffect, useState } from "react";
import type { DraftPhoto, SubmissionDraft } from "~/data/submission-draft";
import { ANONYMOUS, displayName } from "~/domain/display-name";
import type { Review } from "~/domain/review";
import { toReviewSubmission } from "~/domain/submission";
import { Spinner } from "~/ui/spinner";

interface ReviewPreviewProps {
  draft: SubmissionDraft;
  /** India's date as YYYY-MM-DD. */
  today: string;
  /** Renders a review as lists show it. */
  renderCard: (review: Review) => ReactNode;
}

/** Shows the draft as a published review, kept up to date while its author types. No step: the form submits without it. (spec 10) */
export function ReviewPreview({ draft, today, renderCard }: ReviewPreviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="grid cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-3 border-y border-line-strong py-2 leading-snug [&::-webkit-details-marker]:hidden">
        <strong>See how it will look</strong>
        <span className="icon icon-chevron row-span-2 text-brand before:size-5 group-open:rotate-180 motion-safe:transition-transform" />
        <span className="text-sm text-ink-muted">Once it is published, a review cannot be edited.</span>
      </summary>
      {isOpen && (
        <Suspense fallback={<Spinner label="One moment, please..." />}>
          {/* The actions of a published review do nothing here. */}
          <div className="mt-5 [&_article>footer]:hidden">
            <Preview draft={draft} today={today} renderCard={renderCard} />
          </div>
        </Suspense>
      )}
    </details>
  );
}

function Preview({ draft, today, renderCard }: ReviewPreviewProps) {
  const { form, isAnonymous, photos } = useDeferredValue(draft);
  const proofUrls = usePhotoUrls(photos);
  const { email, reportedIssues, ...written } = toReviewSubmission(form, { id: "preview", proofUrls });
  return renderCard({
    ...written,
    propertyId: "",
    publishedOn: today,
    displayName: isAnonymous ? ANONYMOUS : displayName(email),
    verified: proofUrls.length > 0,
    reported: false,
    reportedIssues: reportedIssues ?? [],
    followUps: [],
    reply: null,
    proofUrls,
  });
}

function usePhotoUrls(photos: DraftPhoto[]): string[] {
  const [urls, setUrls] = useState<string[]>([]);
  useEffect(() => {
    const created = photos.map(({ picture }) => URL.createObjectURL(picture));
    startTransition(() => setUrls(created));
    return () => created.forEach((url) => URL.revokeObjectURL(url));
  }, [photos]);
  return urls;
}
