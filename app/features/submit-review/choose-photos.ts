import type { DraftPhoto } from "~/data/photo-draft";
import { type CleanedPhoto, removeMetadata } from "~/data/photo-metadata";
import { checkPhotos, type PhotoFault } from "~/domain/photo";

export type ChosenPhoto = DraftPhoto;

export interface RejectedPhoto {
  file: File;
  fault: PhotoFault | Extract<CleanedPhoto, string>;
}

/** Checks the files a visitor chose and removes the metadata of those that pass. */
export async function choosePhotos(
  files: File[],
  alreadyChosen: ChosenPhoto[],
): Promise<{ accepted: ChosenPhoto[]; rejected: RejectedPhoto[] }> {
  const check = checkPhotos(files, alreadyChosen);
  const accepted: ChosenPhoto[] = [];
  const rejected: RejectedPhoto[] = [...check.rejected];
  // One after the other: a phone may not have the memory for three decoded photos at once.
  for (const file of check.accepted) {
    const cleaned = await removeMetadata(file);
    if (typeof cleaned === "string") rejected.push({ file, fault: cleaned });
    else accepted.push({ name: file.name, type: file.type, size: file.size, picture: cleaned.photo });
  }
  return { accepted, rejected };
}
