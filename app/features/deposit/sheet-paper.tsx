import { type RefCallback, useCallback } from "react";
import { formatDay } from "~/domain/dates";
import {
  type Companion,
  HOME_KINDS,
  LINE_STATES,
  type SheetLine,
  type SheetName,
  type SheetPhoto,
  SHEETS,
} from "~/domain/deposit-companion";
import { addressOf, isDay } from "~/domain/deposit-letter";
import { type HandoverLine, linesFor, worsened } from "~/domain/handover";

interface SheetPaperProps {
  sheet: SheetName;
  companion: Companion;
  photos: SheetPhoto[];
  /** YYYY-MM-DD. */
  today: string;
}

/** A sheet on paper: the list, two signatures, and small photos with their numbers. What is unknown can be written by hand. (spec 12) */
export function SheetPaper({ sheet, companion, photos, today }: SheetPaperProps) {
  const { facts, sheets, kind, city } = companion;
  const { day, lines } = sheets[sheet];
  const numbered = numberedPhotos({ sheet, companion, photos });
  const worse = sheet === "out" ? worsened(kind, sheets).map(({ line }) => line.key) : [];
  const home = addressOf(facts.home, city) || `Address: ${"_".repeat(50)}`;
  const date = formatSheetDay(day, today) || `Date: ${"_".repeat(12)}`;
  const about = [home, HOME_KINDS[kind], date].join(" · ");
  return (
    <>
      <h1>{SHEETS[sheet]}: handover list</h1>
      <p>{about}</p>
      <table>
        <thead>
          <tr>
            <th>What</th>
            {sheet === "out" && <th>{SHEETS.in}</th>}
            <th>{sheet === "out" ? `${SHEETS.out} (bold: worse)` : "State and note"}</th>
          </tr>
        </thead>
        <tbody>
          {linesFor(kind).map(({ key, label, note }) => {
            const Text = worse.includes(key) ? "strong" : "span";
            return (
              <tr key={key} className={lines[key]?.state ? "" : "unchecked"}>
                <th>{note ? `${label} (${note})` : label}</th>
                {sheet === "out" && <td>{lineText(sheets.in.lines[key])}</td>}
                <td>
                  <Text>{lineText(lines[key])}</Text>
                  {photosOf(numbered, key)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {numbered.length > 0 && (
        <div className="paper-photos">
          <p>{[`Photos: ${SHEETS[sheet]}`, about].join(" · ")}</p>
          {numbered.map(({ photo, line }, index) => (
            <figure key={photo.id}>
              <SheetPicture photo={photo} alt="" />
              <figcaption>
                {index + 1}. {line.label}, {formatDay(photo.day)}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      <div className="signatures">
        <p>Tenant: {facts.tenant || "name"}, signature, date</p>
        <p>Owner: {facts.owner || "name"}, signature, date</p>
      </div>
    </>
  );
}

/** Returns both sheets as plain text, for the saved file. */
export function sheetsText(companion: Companion, photos: SheetPhoto[], today: string): string {
  return (Object.keys(SHEETS) as SheetName[])
    .map((sheet) => {
      const { day, lines } = companion.sheets[sheet];
      const numbered = numberedPhotos({ sheet, companion, photos });
      const rows = linesFor(companion.kind).map(
        ({ key, label }) => `${label}: ${lineText(lines[key]) || "not checked"}${photosOf(numbered, key)}`,
      );
      return [SHEETS[sheet], formatSheetDay(day, today), ...rows].filter(Boolean).join("\n");
    })
    .join("\n\n");
}

/** Returns "" for a day that is impossible or to come. */
function formatSheetDay(day: string, today: string): string {
  return isDay(day) && day <= today ? formatDay(day) : "";
}

interface NumberedPhoto {
  photo: SheetPhoto;
  line: HandoverLine;
}

/** Returns the photos of a sheet in the order in which they were taken: a later photo changes no number that was signed. */
function numberedPhotos({ sheet, companion, photos }: Omit<SheetPaperProps, "today">): NumberedPhoto[] {
  const lines = new Map(linesFor(companion.kind).map((line) => [line.key, line]));
  return photos.flatMap((photo) => {
    const line = lines.get(photo.line);
    return line && photo.sheet === sheet ? [{ photo, line }] : [];
  });
}

function photosOf(numbered: NumberedPhoto[], key: string): string {
  const numbers = numbered.flatMap(({ line }, index) => (line.key === key ? [index + 1] : []));
  return numbers.length > 0 ? ` (photo${numbers.length > 1 ? "s" : ""} ${numbers.join(", ")})` : "";
}

/** Returns the state and the note of a line, "" without either. */
export function lineText(line: SheetLine | undefined): string {
  return [line?.state && LINE_STATES[line.state], line?.note].filter(Boolean).join(". ");
}

/** A photo of this device, whose URL lasts as long as the element. */
export function SheetPicture({ photo: { picture }, alt }: { photo: SheetPhoto; alt: string }) {
  const show: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(picture);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return <img ref={show} alt={alt} className="sheet-photo" />;
}
