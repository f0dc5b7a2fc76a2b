import { useEffect, useEffectEvent, useRef, useState } from "react";
import { choosePhotos, type ChosenPhoto } from "./choose-photos";
import { photoMessages, photosToast } from "./submission-wording";
import { readPhotoDraft, savePhotoDraft, sweepPhotoDrafts } from "~/data/photo-draft";
import type { ToastMessage } from "~/ui/toast";

/** The draft whose photos these are, and how many it should have. */
interface DraftOfPhotos {
  reviewId: string;
  ownerId: string | null;
  photoCount: number;
  setPhotoCount: (reviewId: string, photoCount: number) => void;
}

/** The photos chosen as proof, kept with their draft. `tell` shows a toast for those that are rejected. */
export function usePhotoChoice(draft: DraftOfPhotos, tell: (message: ToastMessage) => void) {
  const [messages, setMessages] = useState<string[]>([]);
  const [readingCount, setReadingCount] = useState(0);
  const reading = useRef(Promise.resolve());
  const { photos, latest, keep, areLost } = useKeptPhotos(draft, reading);

  async function read(files: File[], before: Promise<void>) {
    setReadingCount((count) => count + 1);
    await before;
    const { accepted, rejected } = await choosePhotos(files, latest.current);
    if (accepted.length > 0) keep([...latest.current, ...accepted]);
    const sentences = photoMessages(rejected);
    setMessages(sentences);
    if (sentences.length > 0) tell(photosToast(sentences));
    setReadingCount((count) => count - 1);
  }

  return {
    photos,
    messages,
    /** The draft had photos, and this device did not keep them. */
    areLost,
    isReading: readingCount > 0,
    choose(files: File[]) {
      if (files.length > 0) reading.current = read(files, reading.current);
    },
    remove(photo: ChosenPhoto) {
      keep(latest.current.filter((kept) => kept !== photo));
      setMessages([]);
    },
    /** Removes them, on this device, too. Returns how to give them back to their draft. */
    clear() {
      const kept = { reviewId: draft.reviewId, ownerId: draft.ownerId, photos: latest.current };
      keep([]);
      setMessages([]);
      return () => savePhotoDraft(kept, new Date());
    },
    /** All choices have been read. */
    whenRead: () => reading.current,
    /** Also those that are not rendered yet. */
    latestPhotos: () => latest.current,
  };
}

/** The photos of the draft that is shown, which this tab or another one changes. */
function useKeptPhotos(
  { reviewId, ownerId, photoCount, setPhotoCount }: DraftOfPhotos,
  readingRef: { current: Promise<void> },
) {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const [areLost, setAreLost] = useState(false);
  // State comes too late for choices that are read one after the other, each checked against the one before.
  const latest = useRef<ChosenPhoto[]>([]);
  const shownId = useRef(reviewId);

  useEffect(() => {
    void sweepPhotoDrafts(ownerId, new Date());
  }, [ownerId]);

  function show(shown: ChosenPhoto[]) {
    latest.current = shown;
    setPhotos(shown);
  }

  function keep(kept: ChosenPhoto[]) {
    show(kept);
    setAreLost(false);
    const id = shownId.current;
    // Another tab that hears of the count finds the photos.
    void savePhotoDraft({ reviewId: id, ownerId, photos: kept }, new Date()).then(() =>
      setPhotoCount(id, latest.current.length),
    );
  }

  const load = useEffectEvent(async (id: string, count: number) => {
    const isOther = shownId.current !== id;
    shownId.current = id;
    if (isOther) show([]);
    if (count === latest.current.length) return;
    const stored = await readPhotoDraft(id, ownerId, new Date());
    if (shownId.current !== id) return;
    // What this device did not keep may still be here.
    if (stored.length === count || latest.current.length === 0) show(stored);
    setAreLost(latest.current.length < count);
  });

  useEffect(() => {
    readingRef.current = readingRef.current.then(() => load(reviewId, photoCount));
  }, [reviewId, photoCount, readingRef]);

  return { photos, latest, keep, areLost };
}
