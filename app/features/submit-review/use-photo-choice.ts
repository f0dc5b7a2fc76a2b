import { useRef, useState } from "react";
import { choosePhotos, type ChosenPhoto } from "./choose-photos";
import { photoMessages, photosToast } from "./submission-wording";
import type { ToastMessage } from "~/ui/toast";

/** The photos chosen as proof. `tell` shows a toast for those that are rejected. */
export function usePhotoChoice(tell: (message: ToastMessage) => void) {
  const [photos, setPhotos] = useState<ChosenPhoto[]>([]);
  const [messages, setMessages] = useState<string[]>([]);
  const [readingCount, setReadingCount] = useState(0);
  // State comes too late for choices that are read one after the other, each checked against the one before.
  const latest = useRef<ChosenPhoto[]>([]);
  const reading = useRef(Promise.resolve());

  function keep(kept: ChosenPhoto[]) {
    latest.current = kept;
    setPhotos(kept);
  }

  async function read(files: File[], before: Promise<void>) {
    setReadingCount((count) => count + 1);
    await before;
    const { accepted, rejected } = await choosePhotos(files, latest.current);
    keep([...latest.current, ...accepted]);
    const sentences = photoMessages(rejected);
    setMessages(sentences);
    if (sentences.length > 0) tell(photosToast(sentences));
    setReadingCount((count) => count - 1);
  }

  return {
    photos,
    messages,
    isReading: readingCount > 0,
    choose(files: File[]) {
      if (files.length > 0) reading.current = read(files, reading.current);
    },
    remove(photo: ChosenPhoto) {
      keep(latest.current.filter((kept) => kept !== photo));
      setMessages([]);
    },
    clear() {
      keep([]);
      setMessages([]);
    },
    /** All choices have been read. */
    whenRead: () => reading.current,
    /** Also those that are not rendered yet. */
    latestPhotos: () => latest.current,
  };
}
