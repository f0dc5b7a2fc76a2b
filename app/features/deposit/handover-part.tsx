import { useState } from "react";
import { addPhoto, changeLines, changeSheet, removePhotoWithUndo } from "./companion-state";
import { lineText, SheetPaper, SheetPicture } from "./sheet-paper";
import type { Print } from "./printing";
import {
  type Companion,
  LINE_STATES,
  type LineState,
  MAX_TEXT,
  type SheetName,
  type SheetPhoto,
  SHEETS,
} from "~/domain/deposit-companion";
import { formatDay } from "~/domain/dates";
import { type HandoverLine, linesFor, ROOMS, worsened } from "~/domain/handover";
import { PHOTO_TYPES } from "~/domain/photo";
import { Button } from "~/ui/button";
import { ChipGroupField } from "~/ui/chip-group-field";
import { counted } from "~/ui/counted";
import { optionsOf } from "~/ui/radio-group-field";
import { TextAreaField } from "~/ui/text-area-field";
import { TextField } from "~/ui/text-field";
import { showToast } from "~/ui/toast";

interface HandoverPartProps {
  sheet: SheetName;
  companion: Companion;
  photos: SheetPhoto[];
  today: string;
  print: Print;
}

const STATES = optionsOf(LINE_STATES);

/** The first and second part: the handover list of one day, with photos. (spec 12) */
export function HandoverPart({ sheet, companion, photos, today, print }: HandoverPartProps) {
  const { kind, sheets } = companion;
  const lines = linesFor(kind);
  const worse = sheet === "out" ? worsened(kind, sheets) : [];
  return (
    <div className="grid gap-6">
      <p className="text-sm text-ink-muted">
        Go through the home with the owner, and both sign the printed sheet. “Missing” is what should be there, “Not
        here” what the home never had. With the first photo we ask your browser to keep this page’s data. It may still
        delete the data if you stay away for long (Safari: seven days), so also{" "}
        <a href="#device" className="link">
          save everything as one file
        </a>
        .
      </p>
      <TextField
        label="Day of this list"
        name={`day-${sheet}`}
        type="date"
        hint="Today, unless you change it."
        max={today}
        error={sheets[sheet].day > today ? "Choose a day that is not after today." : undefined}
        value={sheets[sheet].day}
        onChange={(event) => changeSheet(sheet, { day: event.target.value })}
      />
      {(Object.keys(ROOMS) as HandoverLine["room"][]).map((room) => (
        <div key={room}>
          <h3 className="text-xl" tabIndex={-1}>
            {ROOMS[room]}
          </h3>
          <Room {...{ sheet, companion, photos }} lines={lines.filter((line) => line.room === room)} />
        </div>
      ))}
      {worse.length > 0 && (
        <section aria-labelledby="worse">
          <h3 id="worse" className="text-xl">
            What is worse than at moving in
          </h3>
          <ul className="mt-1">
            {worse.map(({ line, before, after }) => (
              <li key={line.key}>
                {line.label}: {LINE_STATES[before].toLowerCase()}, now {LINE_STATES[after].toLowerCase()}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-sm text-ink-muted">
        The sheet takes names and address from “A letter to the owner”. Without them, write them by hand.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() =>
          void print(`${SHEETS[sheet]}: handover list`, <SheetPaper {...{ sheet, companion, photos, today }} />)
        }
      >
        Print or save this sheet as PDF
      </Button>
    </div>
  );
}

function Room({
  lines,
  sheet,
  companion,
  photos,
}: Omit<HandoverPartProps, "today" | "print"> & { lines: HandoverLine[] }) {
  const unchecked = lines.map(({ key }) => key).filter((key) => !companion.sheets[sheet].lines[key]?.state);
  return (
    <>
      <ul>
        {lines.map((line) => (
          <Line
            key={line.key}
            {...{ line, sheet, companion }}
            photos={photos.filter((photo) => photo.sheet === sheet && photo.line === line.key)}
          />
        ))}
      </ul>
      {unchecked.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector("h3")?.focus({ preventScroll: true });
            changeLines(sheet, unchecked, { state: "fine" });
          }}
        >
          {unchecked.length < lines.length ? "The rest here is fine" : "All of this is fine"}
        </Button>
      )}
    </>
  );
}

interface LineProps extends Omit<HandoverPartProps, "today" | "print"> {
  line: HandoverLine;
}

function Line({ line: { key, label, hint, note: wanted }, sheet, companion, photos }: LineProps) {
  const { state = "", note = "" } = companion.sheets[sheet].lines[key] ?? {};
  const before = sheet === "out" ? lineText(companion.sheets.in.lines[key]) : "";
  const [isNoteAdded, setNoteAdded] = useState(false);
  const hasNote = wanted !== undefined || isNoteAdded || note !== "";
  const [isReading, setReading] = useState(false);

  async function add(file: File | undefined) {
    if (!file) return;
    setReading(true);
    try {
      if (await addPhoto(sheet, key, file)) return;
      const description = "It is too small, or your browser cannot read it. Take a photo as JPEG or PNG.";
      showToast({ title: "The photo cannot be used", description, variant: "destructive" });
    } catch {
      const description = "Save it in your gallery, and add it when you are online.";
      showToast({ title: "The photo could not be added", description, variant: "destructive" });
    } finally {
      setReading(false);
    }
  }

  return (
    <li className="handover-line grid grid-cols-1 gap-2 border-t border-line pt-3 pb-2 wrap-anywhere">
      <ChipGroupField
        label={label}
        hint={hint}
        name={`${sheet}-${key}`}
        options={STATES}
        value={state}
        onValueChange={(chosen) => changeLines(sheet, [key], { state: chosen as LineState | "" })}
      />
      {before && <p className="text-sm text-ink-muted">At moving in: {before}</p>}
      {hasNote && (
        <TextAreaField
          rows={2}
          label={wanted ? `${label}: ${wanted}` : `Note: ${label}`}
          name={`note-${sheet}-${key}`}
          autoComplete="off"
          maxLength={MAX_TEXT}
          // The tenant has just asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isNoteAdded}
          value={note}
          onChange={(event) => {
            setNoteAdded(true);
            changeLines(sheet, [key], { note: event.target.value });
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!hasNote && (
          <Button
            variant="ghost"
            size="sm"
            className="link"
            aria-label={`Add a note: ${label}`}
            onClick={() => setNoteAdded(true)}
          >
            Add a note
          </Button>
        )}
        <label className="photo-button link button button-ghost button-sm">
          <input
            type="file"
            accept={PHOTO_TYPES.join(",")}
            className="sr-only"
            aria-label={`Add a photo: ${label}`}
            onChange={({ target }) => {
              void add(target.files?.[0]);
              target.value = "";
            }}
          />
          {isReading ? "Reading photo..." : "Add a photo"}
        </label>
        <output className="sr-only">{photos.length > 0 && `${counted(photos.length, "photo")} of ${label}`}</output>
      </div>
      {photos.length > 0 && (
        <ul aria-label={`Photos: ${label}`} className="mb-2 flex flex-wrap gap-3">
          {photos.map((photo, index) => (
            <li key={photo.id} className="relative">
              <SheetPicture photo={photo} alt={`${label}, photo ${index + 1}, ${formatDay(photo.day)}`} />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}: ${label}`}
                className="absolute -top-3 -right-3 grid size-target place-items-center"
                onClick={({ currentTarget }) => {
                  currentTarget.closest(".handover-line")?.querySelector<HTMLElement>("input[type=file]")?.focus();
                  removePhotoWithUndo(photo);
                }}
              >
                <span className="icon icon-cross grid size-7 place-items-center rounded-md border-2 border-ink bg-surface text-ink before:size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
