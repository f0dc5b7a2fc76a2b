import { useCallback, useId, useRef } from "react";
import { FormSection } from "./form-fields";
import type { DraftPhoto } from "~/data/submission-draft";
import { MAX_PHOTO_RATIO, MAX_PHOTOS, MIN_PHOTO_SIDE, PHOTO_TYPES } from "~/domain/photo";
import { FieldError } from "~/ui/field";

interface PhotoFieldsProps {
  /** False on a site without a database: it has no accounts, and only an account may store photos. */
  isAvailable: boolean;
  photos: DraftPhoto[];
  isReading: boolean;
  messages: string[];
  onChoose: (files: File[]) => void;
  onRemove: (photo: DraftPhoto) => void;
}

export function PhotoFields({ isAvailable, ...props }: PhotoFieldsProps) {
  return (
    <FormSection
      title="Evidence (Optional)"
      intro={
        isAvailable
          ? "A photo of the rent agreement, a receipt or the home marks your review as verified. Everyone can see it, so cover names and numbers first."
          : "Photo proof is unavailable: this site runs without a database, so photos cannot be kept."
      }
    >
      {isAvailable && <PhotoChooser {...props} />}
    </FormSection>
  );
}

function PhotoChooser({ photos, isReading, messages, onChoose, onRemove }: Omit<PhotoFieldsProps, "isAvailable">) {
  const inputId = useId();
  const hintId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);

  return (
    <div className="grid gap-4">
      <div>
        <input
          ref={input}
          id={inputId}
          name="files"
          type="file"
          multiple
          accept={PHOTO_TYPES.join(",")}
          className="peer sr-only"
          aria-describedby={messages.length > 0 ? `${errorId} ${hintId}` : hintId}
          aria-invalid={messages.length > 0 || undefined}
          onChange={({ target }) => {
            onChoose([...(target.files ?? [])]);
            // Otherwise choosing a removed photo again would fire no event.
            target.value = "";
          }}
        />
        <label
          htmlFor={inputId}
          className="icon icon-image flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border-2 border-dashed border-line-strong bg-surface-sunken p-4 text-center text-ink peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:cursor-not-allowed peer-disabled:opacity-60 before:size-6 before:text-brand hover:border-brand"
        >
          <span className="font-medium">{isReading ? "Reading photos..." : "Choose photos"}</span>
        </label>
        <output className="sr-only">
          {isReading ? "Reading photos..." : `${photos.length} of ${MAX_PHOTOS} photos chosen`}
        </output>
      </div>
      {messages.length > 0 && (
        <FieldError id={errorId}>
          {messages.map((message) => (
            <span key={message} className="block wrap-anywhere">
              {message}
            </span>
          ))}
        </FieldError>
      )}
      <p id={hintId} className="text-sm text-ink-muted">
        PNG, JPG or GIF, at most {MAX_PHOTOS} photos of 5 MB each, at least {MIN_PHOTO_SIDE} by {MIN_PHOTO_SIDE} pixels.
        A picture made or changed by AI is no proof. Split a screenshot that is more than {MAX_PHOTO_RATIO} times as
        long as it is wide. Place and device details are removed from each photo before it is sent. Photos in your draft
        are kept for a week, only on this device and only if it has space.
      </p>
      <ChosenPhotos
        photos={photos}
        onRemove={(photo) => {
          onRemove(photo);
          input.current?.focus();
        }}
      />
    </div>
  );
}

function ChosenPhotos({ photos, onRemove }: Pick<PhotoFieldsProps, "photos" | "onRemove">) {
  if (photos.length === 0) return null;
  return (
    <ul aria-label="Chosen photos" className="flex flex-wrap gap-3">
      {photos.map((photo) => (
        <li key={photo.name} className="relative">
          <Preview photo={photo} />
          <button
            type="button"
            aria-label={`Remove ${photo.name}`}
            className="absolute -top-3 -right-3 grid size-target place-items-center disabled:opacity-60"
            onClick={() => onRemove(photo)}
          >
            <span className="icon icon-cross grid size-7 place-items-center rounded-md border-2 border-ink bg-surface text-ink before:size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The photo as it will be sent, without its metadata. */
function Preview({ photo: { name, picture } }: { photo: DraftPhoto }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );

  return (
    <figure className="grid w-28 gap-1">
      <div className="size-28 overflow-hidden rounded-md border border-line bg-surface-sunken">
        <img ref={show} alt={`Preview of ${name}`} className="size-full object-cover" />
      </div>
      <figcaption className="truncate text-xs text-ink-muted">{name}</figcaption>
    </figure>
  );
}
