import { lazy, Suspense, useState } from "react";
import { deleteAll, isCompanionEmpty, replaceAll } from "./companion-state";
import { sheetsText } from "./sheet-paper";
import type { OpenedFile } from "~/data/deposit-file";
import { dayInIndia } from "~/domain/dates";
import type { Companion, SheetPhoto } from "~/domain/deposit-companion";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { saveFile } from "~/ui/save-file";
import { showToast } from "~/ui/toast";

const Dialog = lazy(() => import("~/ui/dialog").then((dialog) => ({ default: dialog.Dialog })));

const FAILED = { title: "That did not work", variant: "destructive" } as const;
const NOT_LOADED = { ...FAILED, description: "Try again when you are online." };

interface DevicePartProps {
  companion: Companion;
  photos: SheetPhoto[];
  isKept: boolean;
}

/** What is being asked: whether to delete everything, or to replace it by an opened file. */
type Question = "delete" | OpenedFile;

/** Saves everything as a file, opens such a file, and deletes everything on this device. (spec 12) */
export function DevicePart({ companion, photos, isKept }: DevicePartProps) {
  /** Stays while the dialog fades out. */
  const [asked, setAsked] = useState<Question | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isOpening, setOpening] = useState(false);

  async function save() {
    try {
      const { packCompanion } = await import("~/data/deposit-file");
      const today = dayInIndia(new Date());
      saveFile(await packCompanion(companion, photos, sheetsText(companion, photos, today)), `deposit-${today}.zip`);
    } catch {
      showToast({ ...FAILED, description: "The file could not be made. Please try again." });
    }
  }

  async function open(file: File | undefined) {
    if (!file || isOpening) return;
    setOpening(true);
    const opened = await import("~/data/deposit-file")
      .then(({ unpackCompanion }) => unpackCompanion(file))
      .catch(() => "not-loaded" as const)
      .finally(() => setOpening(false));
    if (opened === "not-loaded") return showToast(NOT_LOADED);
    if (!opened) {
      const description = "Choose a file that this page saved. Nothing on this device has changed.";
      return showToast({ title: "This file cannot be opened", description, variant: "destructive" });
    }
    if (isCompanionEmpty()) return carryOut(opened);
    return ask(opened);
  }

  async function ask(question: Question) {
    try {
      // If it failed while React renders, the page would be gone.
      await import("~/ui/dialog");
    } catch {
      return showToast(NOT_LOADED);
    }
    setAsked(question);
    return setAsking(true);
  }

  async function carryOut(question: Question) {
    setAsking(false);
    if (question === "delete") {
      const isDeleted = await deleteAll();
      if (isDeleted) return showToast({ title: "Everything on this device is deleted" });
      const description = "Your browser refused. Delete the data of this site in the browser’s settings.";
      return showToast({ title: "Not everything is deleted", description, variant: "destructive", duration: 30_000 });
    }
    await replaceAll(question);
    const opened = { title: "The file is open on this device" };
    const changed = {
      title: "The file is open, but part of it was changed after it was saved",
      description: "Compare it with the printed sheet.",
      duration: Infinity,
    };
    return showToast(question.isUnchanged ? opened : changed);
  }

  return (
    <div className="grid gap-4">
      {!isKept && (
        <Notice tone="error">
          This device has no room to keep what you entered, or does not allow it. What you entered lasts until you close
          this page. Before you leave, save it as one file or share the letter.
        </Notice>
      )}
      <p>
        One file holds your lists, photos and the facts of your letters. Open it on this page, here or on another
        device.
      </p>
      <fieldset aria-busy={isOpening} className="flex min-w-0 flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void save()}>
          Save as one file
        </Button>
        <label className="photo-button button button-secondary button-md">
          <input
            type="file"
            accept=".zip,application/zip"
            className="sr-only"
            onChange={({ target }) => {
              void open(target.files?.[0]);
              target.value = "";
            }}
          />
          {isOpening ? "Opening the file..." : "Open a saved file"}
        </label>
        <Button variant="danger" onClick={() => void ask("delete")}>
          Delete everything on this device
        </Button>
      </fieldset>
      {asked && (
        <Suspense>
          <Dialog
            isOpen={isAsking}
            onOpenChange={setAsking}
            title={asked === "delete" ? "Delete everything on this device?" : "Replace what is on this device?"}
            description={
              asked === "delete"
                ? "Lists, photos and the facts of your letters are removed from this device. A saved file stays where it is, and so does a review that you began."
                : "The file takes the place of the lists, photos and facts on this device. If you still need them, save them as one file first."
            }
          >
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="secondary" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button variant="danger" onClick={() => void carryOut(asked)}>
                {asked === "delete" ? "Delete" : "Replace"}
              </Button>
            </div>
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
