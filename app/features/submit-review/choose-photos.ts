import { removeMetadata } from "~/data/photo-metadata";
import { checkPhotos, MIN_PHOTO_SIDE, type PHOTO_TYPES } from "~/domain/photo";

/** A proof photo as chosen in the form: what its file was called, and its picture without metadata. */
export interface ChosenPhoto {
  name: string;
  type: string;
  /** In bytes, and like the type that of the file as chosen: the rules are about that file. */
  size: number;
  picture: Blob;
}

/** The photos that may join those already chosen, and a sentence for each that may not. */
export interface PhotoChoice {
  accepted: ChosenPhoto[];
  messages: string[];
}

/** Checks the files a visitor chose and takes the metadata out of those that pass. */
export async function choosePhotos(files: File[], alreadyChosen: ChosenPhoto[]): Promise<PhotoChoice> {
  const check = checkPhotos(files, alreadyChosen);
  const choice: PhotoChoice = { accepted: [], messages: check.messages.map((message) => withAdvice(message, files)) };
  // One after the other: a phone may not have the memory for three decoded photos at once.
  for (const file of check.accepted) {
    const cleaned = await removeMetadata(file);
    if (cleaned === "unreadable") {
      choice.messages.push(`${file.name} cannot be read as a PNG, JPG or GIF picture.`);
    } else if (cleaned === "too-small") {
      choice.messages.push(
        `${file.name} is too small to prove anything. Choose a photo of at least ${MIN_PHOTO_SIDE} by ${MIN_PHOTO_SIDE} pixels.`,
      );
    } else if ("actualType" in cleaned) {
      choice.messages.push(`${file.name} ${ACTUALLY[cleaned.actualType]}, or take a screenshot of it.`);
    } else {
      choice.accepted.push({ name: file.name, type: file.type, size: file.size, picture: cleaned.photo });
    }
  }
  return choice;
}

const ACTUALLY = {
  "image/png": "is really a PNG picture. Rename it to end in .png",
  "image/jpeg": "is really a JPG picture. Rename it to end in .jpg",
  "image/gif": "is really a GIF picture. Rename it to end in .gif",
} satisfies Record<(typeof PHOTO_TYPES)[number], string>;

/** Phones store photos as HEIC without saying so, hence the sentence says what to do about it. */
function withAdvice(message: string, files: File[]): string {
  const isAboutHeic = files.some((file) => isHeic(file) && message === `${file.name} is not a PNG, JPG or GIF image.`);
  return isAboutHeic ? `${message} Choose JPG in the camera settings, or take a screenshot of it.` : message;
}

function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.(heic|heif|hif)$/i.test(name);
}
