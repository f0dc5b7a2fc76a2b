import { type KeyboardEvent, useEffect, useRef } from "react";
import type { HomePhoto } from "~/data/reviews";
import { formatDay } from "~/domain/dates";
import { Button } from "~/ui/button";

export interface PhotoDialogProps {
  photos: HomePhoto[];
  /** The index of the shown photo. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** Shows the photos of a home, one at a time, in a modal dialog. Downloaded on demand. (spec 10) */
export function PhotoDialog({ photos, shown, onShow, onClose }: PhotoDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const photo = photos[shown];
  if (!photo) return null;

  function step(by: number) {
    if (photos[shown + by]) onShow(shown + by);
  }

  function turn({ key }: KeyboardEvent) {
    if (key === "ArrowLeft") step(-1);
    if (key === "ArrowRight") step(1);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrow keys turn pages wherever the focus is in the dialog.
    <dialog ref={dialog} aria-labelledby="photo" onClose={onClose} onKeyDown={turn} className="photo-dialog">
      <img key={photo.url} src={photo.url} alt="" />
      <p id="photo" aria-live="polite">
        {`Photo ${shown + 1} of ${photos.length}, by `}
        <bdi>{photo.displayName}</bdi>
        {`, ${formatDay(photo.publishedOn)}`}
      </p>
      <div>
        <Button variant="secondary" size="sm" disabled={shown === 0} onClick={() => step(-1)}>
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={shown === photos.length - 1} onClick={() => step(1)}>
          Next
        </Button>
        <Button size="sm" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
