import { removeMetadata } from "~/data/proof-files";
import { checkProofFiles } from "~/domain/proof-file";

/** A proof photo as chosen in the form: what its file was called, and its picture without metadata. */
export interface ProofPhoto {
  name: string;
  type: string;
  /** In bytes, and like the type that of the file as chosen: the rules are about that file. */
  size: number;
  picture: Blob;
}

/** The photos that may join those already chosen, and a sentence for each that may not. */
export interface PhotoChoice {
  accepted: ProofPhoto[];
  messages: string[];
}

/** Checks the files a visitor chose and takes the metadata out of those that pass. */
export async function choosePhotos(files: File[], alreadyChosen: ProofPhoto[]): Promise<PhotoChoice> {
  const check = checkProofFiles(files, alreadyChosen);
  const choice: PhotoChoice = { accepted: [], messages: [...check.messages] };
  // One after the other: a phone may not have the memory for three decoded photos at once.
  for (const file of check.accepted) {
    const cleaned = await removeMetadata(file);
    if (cleaned === "unreadable") choice.messages.push(`${file.name} cannot be read as a PNG, JPG or GIF picture.`);
    else if (cleaned === "wrong-type") {
      choice.messages.push(`${file.name} is another kind of picture than its name says. Please save it anew.`);
    } else {
      choice.accepted.push({ name: file.name, type: file.type, size: file.size, picture: cleaned.photo });
    }
  }
  return choice;
}
